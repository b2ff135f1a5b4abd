// The review of a game: the curve over its moves, how well each has played, and a card for each mistake, with what was better,
// why it was bad, and a chance to try again.

import { h } from "../dom.js";
import { STEPS, icon } from "../signs.js";
import { number, t } from "../words.js";
import { Graph, MARKS } from "./graph.js";
import { numbersOf } from "./numbering.js";
import { playerName } from "./plates.js";
import { costText, isWorse, sourceText, worthText } from "./worths.js";

const CHECKS = [0.1, 0.3, 1, 3]; // seconds a position
const SHOWN_MOVES = 8; // of a line

export class Review {
  /**
   * `send(message)` speaks to the server, `look({node, line, title})` plays a line out on the board, `toBoard()` brings the board
   * into sight; `bar` is the bar beside the board, whose switch stands here.
   */
  constructor(holder, { send, look, toBoard, bar }) {
    Object.assign(this, { send, look, toBoard });
    this.at = null; // the node of the mistake whose card is shown
    this.trying = null; // the mistake that somebody tries to better
    this.asked = null; // where one stood who has asked for the review that is being made
    this.graph = new Graph((node) => this.go(node));
    this.checkButton = h("button", { type: "button", id: "check", class: "accent", disabled: true, on: { click: () => this.check() } });
    this.checkTime = h("select", { id: "check-time" });
    this.checkTime.append(...CHECKS.map((seconds) => new Option(`${number(seconds)} s`, seconds, false, seconds === 0.3)));
    this.checkBar = h("progress", { id: "check-bar", hidden: true });
    this.checkWords = h("p", { class: "numbers", id: "check-words", role: "status" });
    this.table = h("table", { class: "accuracy", id: "accuracy", hidden: true });
    this.who = h("select", { id: "mistakes-of", on: { change: () => this.choose(this.worst()) } });
    this.place = h("span", { class: "place", id: "mistake-place" });
    const symbol = (id, label, sign, step) => h("button", { type: "button", id, class: "symbol", "data-label": label, "data-title": label, on: { click: () => this.step(step) } }, icon(sign));
    this.previous = symbol("mistake-previous", "mistake-previous", STEPS.previous, -1);
    this.next = symbol("mistake-next", "mistake-next", STEPS.next, 1);
    this.walk = h("div", { class: "row mistakes-walk", hidden: true }, h("label", { for: "mistakes-of", word: "mistakes-of" }), this.who, h("span", { class: "walk" }, this.previous, this.place, this.next));
    this.card = h("article", { class: "mistake-card", id: "mistake", hidden: true });
    this.view = h("p", { class: "numbers", id: "point-of-view" });
    this.holder = holder;
    holder.append(
      h("div", { class: "row begin" }, this.checkButton, h("label", { for: "check-time", class: "unseen", word: "seconds-a-position" }), this.checkTime, bar.field),
      this.checkBar,
      this.checkWords,
      this.walk,
      this.card,
      this.graph.element,
      this.table,
      this.view,
    );
  }

  check() {
    if (this.state.check?.running) this.send({ do: "uncheck" });
    else {
      if (!this.state.check) this.asked = { id: this.state.id, here: this.state.here };
      this.send({ do: "check", seconds: Number(this.checkTime.value) });
    }
  }

  /** Check the game, unless that was done. */
  begin() {
    if (!this.state.check && this.state.line.length > 1) this.check();
  }

  go(node) {
    this.send({ do: "go", node });
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Showing

  show(state) {
    if (state.id !== this.state?.id) this.at = this.trying = null;
    this.state = state;
    if (this.asked && state.check && !state.check.running) this.open();
    this.isArrived ||= this.trying !== null && state.here === this.parentOf(this.trying.node);
    if (this.trying && this.isArrived && state.here !== this.parentOf(this.trying.node)) this.stopTrying();
    this.graph.show(state);
    this.showCheck();
    this.showAccuracy();
    this.showMistakes();
    this.showAttempt();
    this.view.textContent = t("point-of-view", { player: playerName(state, 0) });
    this.view.hidden = this.graph.element.hidden;
  }

  /** The review is made: it begins with the worst mistake, on the board too where nobody waits for a move there. */
  open() {
    const { id, here } = this.asked;
    const { state } = this;
    this.asked = null;
    const worst = this.worst();
    if (!worst || id !== state.id) return;
    this.at = worst.node;
    if (here === state.here && (state.result !== null || state.analysis)) this.go(worst.node);
  }

  showCheck() {
    const { check, line } = this.state;
    this.checkButton.textContent = t(check?.running ? "stop-check" : check ? "check-again" : "check-game");
    this.checkButton.classList.toggle("accent", !check);
    this.checkButton.disabled = line.length < 2;
    this.holder.classList.toggle("reviewed", Boolean(check && !check.running && !check.error)); // what it has found comes first
    this.checkBar.hidden = !check?.running;
    if (check) Object.assign(this.checkBar, { max: check.total, value: check.done });
    this.checkBar.setAttribute("aria-label", t("check-game"));
    const count = this.state.review?.mistakes.length ?? 0;
    const found = count ? t("check-found", { count }) : t("check-none");
    const words = !check ? t(line.length < 2 ? "check-nothing" : "check-what") : check.error ?? (check.running ? t("check-goes", check) : t("check-done", { mistakes: found }));
    if (this.checkWords.textContent !== words) this.checkWords.textContent = words;
  }

  /** Both players: how accurately, and how many moves of each sign. */
  showAccuracy() {
    const players = this.state.review?.players ?? [];
    this.table.hidden = !players.some((each) => each.judged);
    const key = JSON.stringify([players, this.state.players, t("accuracy")]);
    if (this.table.dataset.key === key) return;
    this.table.dataset.key = key;
    const signs = Object.keys(MARKS);
    this.table.replaceChildren(
      h("caption", { class: "unseen" }, t("accuracy-caption")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("accuracy-player")), h("th", { scope: "col", title: t("accuracy-means") }, t("accuracy")), ...signs.map((sign) => h("th", { scope: "col", class: MARKS[sign], title: t(`sign-${MARKS[sign]}`) }, sign)))),
      h("tbody", {}, ...players.map((each, player) => h("tr", {}, h("th", { scope: "row" }, playerName(this.state, player)), h("td", {}, each.accuracy === null ? "–" : `${number(each.accuracy, 0)} %`), ...signs.map((sign) => h("td", {}, String(each.marks[sign])))))),
    );
  }

  /** The mistakes that are wanted: of both players, or of one. */
  mistakes() {
    const all = this.state.review?.mistakes ?? [];
    return this.who.value === "0" || this.who.value === "1" ? all.filter(({ player }) => player === Number(this.who.value)) : all;
  }

  /** The worst of them: of a person who has played damier his own, if there is one. */
  worst() {
    const shown = this.mistakes();
    const { sides, analysis } = this.state;
    const own = analysis || sides[0].program === sides[1].program ? [] : shown.filter(({ player }) => !sides[player].program);
    return (own.length ? own : shown).reduce((worst, each) => (worst === undefined || isWorse(each, worst) ? each : worst), undefined);
  }

  showMistakes() {
    const { state } = this;
    const options = [["", t("both-players")], ["0", playerName(state, 0)], ["1", playerName(state, 1)]];
    const chosen = this.who.value;
    const key = JSON.stringify(options);
    if (this.who.dataset.key !== key) {
      this.who.dataset.key = key;
      this.who.replaceChildren(...options.map(([value, text]) => new Option(text, value, false, value === chosen)));
    }
    const all = state.review?.mistakes ?? [];
    const shown = this.mistakes();
    this.walk.hidden = !all.length;
    if (this.trying) this.at = this.trying.node; // the position before it may be that after another one
    else if (shown.some(({ node }) => node === state.here)) this.at = state.here;
    if (!shown.some(({ node }) => node === this.at)) this.at = (state.check?.running ? null : this.worst()?.node) ?? null;
    const place = shown.findIndex(({ node }) => node === this.at);
    this.place.textContent = shown.length ? t("mistake-of", { place: place + 1 || "–", count: shown.length }) : t("mistake-no");
    this.previous.disabled = this.next.disabled = shown.length < 2;
    const mistake = shown[place];
    this.card.hidden = !mistake;
    if (mistake) this.showCard(mistake);
  }

  /** Go on to the next mistake of the game, or back; after the last one comes the first. */
  step(by) {
    const shown = this.mistakes();
    const place = shown.findIndex(({ node }) => node === this.at);
    const from = place < 0 && by < 0 ? 0 : place;
    this.choose(shown[(from + by + shown.length) % shown.length]);
  }

  /** Show the card of a mistake, and the position after it. */
  choose(mistake) {
    if (!mistake) return this.showMistakes();
    this.stopTrying();
    this.at = mistake.node;
    this.go(mistake.node);
    this.showMistakes();
  }

  showCard(mistake) {
    const { attempt } = this.state;
    const tried = this.trying?.node === mistake.node ? { isArrived: this.isArrived, attempt } : null;
    const key = JSON.stringify([this.state.id, mistake, tried, t("try-again")]);
    if (this.card.dataset.key === key) return;
    const focused = this.card.contains(document.activeElement) ? document.activeElement.id : null;
    this.card.dataset.key = key;
    this.card.className = `mistake-card ${MARKS[mistake.mark]}`;
    this.card.replaceChildren(...(tried ? this.tryCard(mistake, attempt) : this.mistakeCard(mistake)));
    if (focused) (document.getElementById(focused) ?? this.card.querySelector("button"))?.focus({ preventScroll: true });
  }

  button(id, word, action, more = {}) {
    return h("button", { type: "button", id, on: { click: action }, ...more }, t(word));
  }

  heading({ node, move, player, mark }) {
    const side = h("span", { class: "card-player" }, playerName(this.state, player));
    return h("h3", {}, side, ` ${this.graph.numbers.get(node)} `, h("span", { class: "card-move" }, move), h("span", { class: "mark" }, mark), " ", h("span", { class: "card-player" }, t(`sign-${MARKS[mark]}`)));
  }

  mistakeCard(mistake) {
    const { node, move, player, better, refutation } = mistake;
    const parent = this.parentOf(node);
    const played = [{ move, player }, ...refutation];
    const lookWhy = () => this.look({ node: parent, line: played, title: t("refutation-of", { move }) });
    const lookBetter = () => this.look({ node: parent, line: better, title: t("better-line", { move: better[0].move }) });
    const cost = costText(mistake);
    return [
      this.heading(mistake),
      h("p", { class: "cost" }, `${cost[0].toLocaleUpperCase()}${cost.slice(1)}.`),
      better.length ? this.line("card-better", parent, better, mistake.before) : null,
      refutation.length ? this.line("card-why", parent, played, mistake.after) : null,
      h(
        "div",
        { class: "row" },
        this.button("card-show-why", "show-why", lookWhy),
        better.length ? this.button("card-show-better", "show-better", lookBetter) : null,
        this.button("card-try", "try-again", () => this.tryAgain(mistake)),
      ),
    ].filter(Boolean);
  }

  /** A line from a node on in writing, with what it leads to. */
  line(word, node, line, worth) {
    const shown = line.slice(0, SHOWN_MOVES);
    const numbers = numbersOf(this.state, node, shown);
    const moves = shown.flatMap(({ move, player }, i) => [numbers[i] ? h("span", { class: "number" }, `${numbers[i]} `) : "", h("span", { class: `p${player}` }, `${move} `)]);
    if (line.length > shown.length) moves.push("… ");
    return h("p", { class: "card-line" }, h("span", { class: "card-word" }, t(word)), " ", h("span", { class: "card-moves" }, ...moves), h("span", { class: "badge", title: sourceText(worth) }, this.outcome(worth)));
  }

  /** A worth in words, where nobody is ahead too. */
  outcome(worth) {
    return worth.text === "0" ? t(worth.source === "estimate" ? "stands-level" : "stands-drawn") : worthText(this.state, worth);
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Trying again

  /** Whether a move that is made now is only tried. */
  get isTrying() {
    return this.trying !== null && this.isArrived && this.state.here === this.parentOf(this.trying.node);
  }

  /** Whether the position before the mistake is asked for and not there yet: no move can be meant for the one that is. */
  get isOnItsWay() {
    return this.trying !== null && !this.isArrived;
  }

  tryAgain(mistake) {
    this.trying = mistake;
    this.isArrived = false;
    this.answered = null;
    this.go(this.parentOf(mistake.node));
    this.toBoard();
    this.show(this.state);
  }

  stopTrying() {
    this.trying = null;
    this.isArrived = false;
  }

  /** What somebody would play instead: the game stays as it is. */
  attempt(move) {
    this.answered = null;
    this.send({ do: "try", node: this.state.here, move });
  }

  /** What is found of the last attempt; a good one is shown on the board. */
  showAttempt() {
    const { attempt } = this.state;
    if (!this.isTrying || !attempt?.verdict || this.answered === attempt.move) return;
    this.answered = attempt.move;
    if (["best", "good"].includes(attempt.verdict)) this.lookAt(attempt, true);
  }

  lookAt({ node, move, player, line }, stands = false) {
    this.look({ node, line: [{ move, player }, ...line], title: t(stands ? "after-move" : "refutation-of", { move }), stands });
  }

  /** What is asked of who tries again, or said of the last attempt. */
  feedback() {
    const { attempt } = this.state;
    if (this.isOnItsWay) return "";
    if (!this.isTrying || !attempt) return t("try-find", { player: playerName(this.state, this.trying.player), move: this.trying.move });
    if (!attempt.verdict) return t("try-looking", attempt);
    const cost = attempt.mark ? costText(attempt) : "";
    return t(`try-${attempt.verdict}`, { move: attempt.move, cost });
  }

  tryCard(mistake, attempt) {
    const isDone = ["best", "good"].includes(attempt?.verdict);
    return [
      h("h3", {}, t("try-again")),
      h("p", { class: `feedback ${attempt?.verdict ?? ""}`, id: "feedback" }, this.feedback()),
      h(
        "div",
        { class: "row" },
        attempt?.verdict && !isDone ? this.button("try-why", "show-why", () => this.lookAt(attempt)) : null,
        isDone && this.mistakes().length > 1 ? this.button("try-next", "mistake-next", () => this.step(1), { class: "accent" }) : null,
        this.button("try-stop", isDone ? "try-close" : "try-give-up", () => this.choose(mistake)),
      ),
    ];
  }

  parentOf(node) {
    return this.state.nodes.find((each) => each.node === node)?.parent;
  }
}
