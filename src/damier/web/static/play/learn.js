// A game that teaches itself: a dialog in which that is begun, followed, stopped and gone on with, and from which one plays against
// any generation of it. The server does it behind; whoever reloads the page, or closes it, finds it as it stands.

import { dialog } from "../dialog.js";
import { Refusal, ask, h } from "../dom.js";
import { number, onLanguage, say, t, told } from "../words.js";
import { Curve, learntNames, rated } from "./curve.js";

const BETWEEN = 700; // milliseconds between two questions how it stands, while one looks
const FIRST = 1000; // until the first, when a game has come to the board
const SELDOM = 4000; // the same while the dialog is closed
const SIZES = [0, 32, 64, 128, 256, 512]; // of the middle of a network; 0: by the game
const DOUBT = 3000; // milliseconds in which who begins anew may press again
const STRONG = "strong"; // the level at which generations play

export class Learn {
  /** `wanted()` is the game on the board; `play(sides)` begins a game between these; `complain(message)` says what is wrong. */
  constructor({ wanted, play, complain }) {
    this.wanted = wanted;
    this.play = play;
    this.complain = complain;
    this.told = null;
    this.isClosed = false;
    this.opener = h("button", { type: "button", id: "open-learn", class: "link", on: { click: () => this.open() } });
    this.curve = new Curve((chosen) => this.choose(chosen));
    this.makeForm();
    this.makeProgress();
    this.makePlay();
    this.about = h("p", { class: "learn-about" });
    this.notes = h("p", { class: "learn-notes", hidden: true });
    this.notice = h("p", { id: "learn-notice", class: "notice", role: "alert", hidden: true });
    this.table = h("table", { class: "learn-table", id: "learn-table" });
    this.tableHolder = h("div", { class: "learn-scroller", role: "region", tabindex: 0, "data-label": "learn-table" }, this.table);
    this.details = h("details", { id: "learn-all" }, h("summary", { word: "learn-table" }), this.tableHolder);
    this.legend = h("p", { class: "numbers learn-legend" }, ...["taken", "left"].map((kind) => h("span", {}, h("span", { class: `point ${kind}`, "aria-hidden": "true" }), " ", h("span", { word: `learn-legend-${kind}` }))));
    this.dialog = dialog(
      "learn-game",
      "learn-game",
      h(
        "div",
        { class: "learn" },
        h("div", { class: "learn-side" }, this.about, this.progress, this.notice, this.form, this.notes, this.playing),
        h("div", { class: "learn-found" }, h("h3", { word: "learn-strength" }), this.curve.element, this.legend, this.details),
      ),
    );
    this.dialog.classList.add("broad");
    this.dialog.addEventListener("close", () => this.look());
    this.forget = onLanguage(() => this.show());
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearTimeout(this.doubt);
    this.curve.close();
    this.forget();
  }

  // ------------------------------------------------------------------------------------------------------------------
  // What it is made of

  makeForm() {
    const labelled = (word, control) => h("p", { class: "field" }, h("label", { for: control.id, word }), control);
    this.minutes = h("input", { type: "number", id: "learn-minutes", min: 0.1, max: 10080, step: "any", value: 30, required: true });
    this.size = h("select", { id: "learn-size" });
    this.positions = h("input", { type: "number", id: "learn-positions", min: 500, max: 10000000, step: 1, "data-placeholder": "learn-usual" });
    this.nodes = h("input", { type: "number", id: "learn-nodes", min: 10, max: 100000, step: 1, "data-placeholder": "learn-usual" });
    this.start = h("button", { type: "submit", id: "learn-start", class: "accent" });
    this.anew = h("button", { type: "button", id: "learn-anew", on: { click: () => this.beginAnew() } });
    this.more = h(
      "details",
      { id: "learn-more" },
      h("summary", { word: "more-settings" }),
      labelled("learn-size", this.size),
      h("div", { class: "options" }, labelled("learn-positions", this.positions), labelled("learn-nodes", this.nodes)),
      (this.moreNote = h("p", { class: "numbers" })),
      (this.anewRow = h("p", { class: "row" }, this.anew)),
    );
    this.form = h(
      "form",
      { id: "learn-form", "data-label": "learn-game", on: { submit: (event) => this.submit(event) } },
      h("div", { class: "learn-start" }, labelled("learn-minutes", this.minutes), this.start),
      this.more,
    );
  }

  makeProgress() {
    this.status = h("strong", { id: "learn-status", role: "status" }); // changes seldom, and is then read out
    this.bar = h("progress", { max: 1, "data-label": "learn-progress" });
    this.line = h("p", { class: "numbers", id: "learn-line" });
    this.stop = h("button", { type: "button", id: "learn-stop", word: "learn-stop", on: { click: () => this.tell("/learning/stop", this.running ?? this.wanted()) } });
    this.progress = h("section", { class: "learn-progress", "data-label": "learn-progress" }, this.status, this.bar, this.line, this.stop);
  }

  makePlay() {
    this.generation = h("select", { id: "learn-generation", on: { change: () => this.showCurve() } });
    this.playing = h(
      "section",
      { class: "learn-play", "aria-labelledby": "learn-play-heading" },
      h("h3", { id: "learn-play-heading", word: "learn-play" }),
      h("p", { class: "field" }, h("label", { for: "learn-generation", word: "learn-opponent" }), this.generation),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", id: "learn-play", word: "learn-play-it", on: { click: () => this.begin(false) } }),
        (this.watchFirst = h("button", { type: "button", id: "learn-watch", word: "learn-watch", on: { click: () => this.begin(true) } })),
      ),
    );
  }

  // ------------------------------------------------------------------------------------------------------------------
  // What a person does

  async open() {
    if (!this.wanted() || !(await this.ask("/learnt", this.wanted()))) return;
    say(this.dialog);
    this.show();
    if (!this.dialog.open) this.dialog.showModal();
    this.curve.draw();
    this.look();
  }

  submit(event) {
    event.preventDefault();
    this.tell("/learning", { ...this.wanted(), ...this.chosen() });
  }

  /** What was said about the learning; of one that goes on only how long. */
  chosen() {
    const whole = (input) => (input.value === "" ? null : input.valueAsNumber);
    return { minutes: this.minutes.valueAsNumber, hidden: Number(this.size.value), positions: whole(this.positions), nodes: whole(this.nodes) };
  }

  /** Who begins anew presses twice: what was learnt is set aside. */
  beginAnew() {
    if (!this.form.reportValidity()) return;
    const isSure = Boolean(this.anew.dataset.sure);
    this.anew.dataset.sure = isSure ? "" : "yes";
    this.anew.textContent = t(isSure ? "learn-anew" : "learn-anew-sure");
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => {
      this.anew.dataset.sure = "";
      this.anew.textContent = t("learn-anew");
    }, DOUBT);
    if (isSure) this.tell("/learning", { ...this.wanted(), ...this.chosen(), anew: true });
  }

  async tell(path, wanted) {
    if (await this.ask(path, wanted)) {
      if (path.endsWith("/stop") && this.running) await this.ask("/learnt", this.wanted()); // another game's was stopped
      this.show();
      if (this.told?.now) this.more.open = false;
      const next = this.told?.now ? this.stop : this.start;
      if (this.dialog.open) next.focus({ preventScroll: true }); // the button that was used is gone
    }
    this.look();
  }

  choose(chosen) {
    if (this.told?.playable.includes(chosen)) this.generation.value = chosen;
    this.showCurve();
  }

  /** Begin a game against the chosen generation, or let it play the first one. */
  async begin(isWatched) {
    const chosen = Number(this.generation.value);
    const side = (generation) => ({ program: true, level: STRONG, generation });
    if (await this.play(isWatched ? [side(chosen), side(0)] : [{ program: false }, side(chosen)])) this.dialog.close();
  }

  // ------------------------------------------------------------------------------------------------------------------
  // What is heard

  /** Ask the server; whether it has answered. What it tells of the game on the board is kept. */
  async ask(path, wanted, isSilent = false) {
    try {
      const answer = await ask("POST", path, wanted);
      if (this.isClosed) return false;
      if (answer.game === this.wanted()?.game) this.told = answer;
      if (!isSilent) this.notice.hidden = true;
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (!isSilent) this.refuse(refusal);
      return false;
    }
  }

  /** Say what cannot be: in the dialog, where there is room for it. */
  refuse(refusal) {
    if (!this.dialog.open) {
      this.complain(refusal.message);
      return;
    }
    this.notice.textContent = refusal.message;
    this.notice.hidden = false;
    if (/begin anew$/.test(refusal.said)) this.more.open = true; // which is among the settings
  }

  /** Another game may be on the board: see how its learning stands. */
  visit(key) {
    if (this.key === key) return;
    this.key = key;
    this.told = null;
    this.showOpener();
    this.look(FIRST);
  }

  /** Ask again in a while, as long as there is something to see. */
  look(soon = this.dialog.open ? BETWEEN : SELDOM) {
    clearTimeout(this.timer);
    const isIdle = this.told && !this.told.now && !(this.dialog.open && this.told.other);
    if (isIdle || this.isClosed) return;
    this.timer = setTimeout(async () => {
      const isHeard = this.wanted() && (await this.ask("/learnt", this.wanted(), true));
      if (isHeard) this.show();
      if (isHeard || this.told?.now) this.look(); // a server that is started again is asked again
    }, soon);
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Showing

  show() {
    this.showOpener();
    if (!this.told) return;
    const { title, status, now, other, generations, trouble } = this.told;
    this.running = other && { game: other.game, options: other.options };
    this.about.textContent = t("learn-about", { title: t(title) });
    const isBegun = status !== "none";
    this.form.hidden = Boolean(now || other || (trouble && !isBegun));
    this.showForm(isBegun);
    this.progress.hidden = !now && !other && !isBegun && !trouble;
    this.stop.hidden = !now && !other;
    this.bar.hidden = !now;
    put(this.status, other ? t("learn-other", { title: t(other.title) }) : now ? doingWords(now) : restWords(this.told));
    put(this.line, now ? timeWords(now) : trouble ? told(trouble) : generations.length || !isBegun ? "" : t("learn-nothing-yet"));
    this.line.classList.toggle("wrong", !now && Boolean(trouble));
    if (now?.total) this.bar.value = now.done / now.total;
    else this.bar.removeAttribute("value");
    this.showNotes();
    this.showGenerations();
    this.showCurve();
    this.showTable();
  }

  /** What the way here says: whether it goes on, too. */
  showOpener() {
    const now = this.told?.now;
    put(this.opener, now ? t(now.generation ? "learn-now-short" : "learn-now-ready", { generation: number(now.generation) }) : t("learn-game"));
  }

  showForm(isBegun) {
    put(this.start, t(isBegun ? "learn-go-on" : "learn-start"));
    if (!this.anew.dataset.sure) put(this.anew, t("learn-anew"));
    this.anewRow.hidden = !isBegun;
    put(this.moreNote, isBegun ? t("learn-more-note") : "");
    const { value } = this.size;
    const names = SIZES.map((size) => [size, size ? t("learn-size-of", { size: number(size) }) : t("learn-size-usual")]);
    this.size.replaceChildren(...names.map(([size, name]) => new Option(name, size)));
    this.size.value = value || "0";
  }

  showNotes() {
    const { endless, longest, drawn } = this.told;
    const notes = [];
    if (endless) notes.push(t("learn-endless", { percent: number(Math.round(100 * endless)), longest: number(longest) }));
    if (drawn) notes.push(t("learn-drawn"));
    this.notes.hidden = !notes.length;
    put(this.notes, notes.join(" "));
  }

  /** The generations one can play against: the best first, then the latest. */
  showGenerations() {
    const { playable, best } = this.told;
    const chosen = this.generation.value;
    const names = learntNames(this.told);
    this.playing.hidden = !names.length;
    const key = JSON.stringify(names);
    if (this.generation.dataset.key === key) return; // an open list stays as it is
    this.generation.dataset.key = key;
    this.generation.replaceChildren(...names.map(([which, name]) => new Option(name, which)));
    const wasBest = chosen === "" || chosen === this.bestShown;
    this.bestShown = String(best);
    this.generation.value = !wasBest && playable.includes(Number(chosen)) ? chosen : String(best);
  }

  showCurve() {
    if (!this.told) return;
    const { generations, best } = this.told;
    this.watchFirst.hidden = this.generation.value === "0";
    this.legend.hidden = !generations.length;
    this.details.hidden = !generations.length;
    const key = JSON.stringify([this.key, generations.length, this.generation.value, document.documentElement.lang]);
    if (this.curve.shown === key) return;
    this.curve.shown = key;
    this.curve.show(generations, best, Number(this.generation.value));
  }

  showTable() {
    const { generations } = this.told;
    const key = JSON.stringify([this.key, generations.length, document.documentElement.lang]);
    if (this.table.dataset.key === key) return;
    this.table.dataset.key = key;
    const heads = ["generation", "games", "match", "taken", "rating"].map((each) => h("th", { scope: "col" }, t(`learn-column-${each}`)));
    const rows = [...generations].reverse().map((each) =>
      h(
        "tr",
        { class: each.better ? "taken" : "" },
        h("th", { scope: "row" }, number(each.number)),
        h("td", {}, number(each.games)),
        h("td", {}, t("learn-match", { percent: number(Math.round(100 * each.points)), games: number(each.match_games) })),
        h("td", {}, t(each.better ? "learn-yes" : "learn-no")),
        h("td", {}, rated(each.rating)),
      ),
    );
    this.table.replaceChildren(h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows));
  }
}

/** Set a text only where it is another one, so that nothing is read out twice. */
function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** What is being done, without numbers that change all the time. */
const doingWords = ({ doing, generation }) => t(`learn-doing-${doing}`, { generation: number(generation) });

/** How far that is, and how long it has been going on. */
function timeWords({ done, total, seconds, minutes }) {
  const time = t("learn-time", { passed: number(Math.floor(seconds / 60)), minutes: number(minutes) });
  return total ? `${t("learn-share", { percent: number(Math.floor((100 * done) / total)) })} · ${time}` : time;
}

/** How a learning stands that does not go on. */
function restWords({ status, generations, best }) {
  if (status === "failed" || status === "none") return t("learn-failed");
  if (!generations.length) return t("learn-rests");
  return t(best ? "learn-rests-best" : "learn-rests-none", { best: number(best), count: number(generations.length), rating: rated(generations.at(-1).rating) });
}
