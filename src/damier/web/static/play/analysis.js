// What the engine finds: lines while it thinks, and scores of moves.

import { h } from "../dom.js";
import { number, t } from "../words.js";
import { Lines } from "./lines.js";
import { Look } from "./look.js";
import { Pieces } from "./pieces.js";
import { playerName } from "./plates.js";
import { showVerdicts } from "./verdicts.js";
import { worthDetails, worthSign, worthText } from "./worths.js";

const MOST_LINES = 5;

/** Many positions in few letters. */
export const short = (count) => (count >= 1e6 ? `${number(count / 1e6, 1)} M` : count >= 1e4 ? `${number(Math.round(count / 1e3))} k` : number(count));

export class Analysis {
  /**
   * Lines and scores stand in one pane. `send(message)` speaks to the server, `changed()` is called when the board is to show
   * something else, `complain(words)` when something cannot be told.
   */
  constructor(holder, send, changed, complain) {
    this.send = send;
    this.changed = changed;
    this.progress = null;
    this.lines = h("select", { id: "lines", on: { change: () => this.wish() } });
    this.scores = h("input", { type: "checkbox", id: "scores", on: { change: () => this.wishScores() } });
    this.scoresField = h("p", { class: "field tick" }, h("label", { for: "scores", word: "show-scores" }), this.scores);
    this.threat = h("input", { type: "checkbox", id: "threat", on: { change: () => this.wish() } });
    this.threatField = h("p", { class: "field tick" }, h("label", { for: "threat", word: "show-threat" }), this.threat);
    this.pieces = new Pieces((isOn) => this.showPieces(isOn), complain);
    this.numbers = h("p", { class: "numbers", id: "numbers" });
    this.words = h("p", { class: "numbers", id: "lines-words" }); // why there is nothing
    this.list = new Lines({
      insert: (node, line, go) => this.send({ do: "insert", node, line, go }),
      look: (node, line) => this.send({ do: "look", node, line }),
      playOut: (thought, node) => this.look.open(this.state, node, thought.line, t("analysis"), this.isFlipped),
    });
    this.tells = h("p", { class: "numbers", id: "scores-words" });
    this.verdicts = h("dl", { class: "verdicts", id: "verdicts" });
    this.spoke = h("div", { class: "spoke", id: "spoke" });
    this.lookHolder = h("section", { class: "look", id: "look", "data-label": "line-board" });
    this.look = new Look(this.lookHolder, (node, line) => this.send({ do: "look", node, line }));
    holder.append(
      h("div", { class: "row" }, h("label", { for: "lines", word: "how-many-lines" }), this.lines, this.scoresField, this.threatField, this.pieces.field),
      this.numbers,
      this.words,
      this.list.element,
      this.verdicts,
      this.tells,
      this.pieces.words,
      this.spoke,
      this.lookHolder,
    );
    this.sayChoices(0);
  }

  sayChoices(chosen) {
    const texts = Array.from({ length: MOST_LINES + 1 }, (_, i) => (i ? String(i) : t("no-lines")));
    this.lines.replaceChildren(...texts.map((text, i) => new Option(text, i, false, i === chosen)));
  }

  wish() {
    this.send({ do: "analyse", lines: Number(this.lines.value), scores: this.scores.checked, threat: this.threat.checked });
  }

  /** Numbers of moves and of pieces would stand on the same squares: either of them. */
  wishScores() {
    if (this.scores.checked && this.pieces.box.checked) this.pieces.switch(false);
    this.wish();
  }

  showPieces(isOn) {
    if (isOn && this.scores.checked) {
      this.scores.checked = false;
      this.wish();
    }
    this.showLines();
  }

  show(state, isFlipped) {
    if (state.id !== this.state?.id || state.here !== this.state?.here) this.progress = null;
    if (state.id !== this.state?.id) this.look.close();
    this.state = state;
    this.isFlipped = isFlipped;
    if (document.activeElement !== this.lines) this.sayChoices(state.lines);
    this.scoresField.hidden = !state.can_score;
    this.scores.checked = state.scores;
    this.threatField.hidden = !state.can_threaten;
    this.threat.checked = state.wants_threat;
    this.pieces.show(state);
    this.showSpoke();
    this.showLines();
  }

  /** What the engine tells while it works. */
  hear(progress) {
    if (progress.node !== this.state?.here && progress.doing === "analysis") return;
    this.progress = progress;
    this.showLines();
  }

  /** Show what the other player threatens, or no longer. */
  toggleThreat() {
    if (!this.state.can_threaten) return;
    this.threat.checked = !this.threat.checked;
    this.wish();
  }

  /** The lines, and the threat, that are to be pointed at on the board. */
  arrows() {
    const { threat } = this.state;
    const against = threat ? [{ cells: threat.cells, text: worthSign(threat.worth), rank: 0, kind: "threat" }] : [];
    if (!this.isShown) return against;
    return [...this.progress.thoughts.map((thought, rank) => ({ cells: thought.cells, text: worthSign(thought.worth), rank })), ...against];
  }

  get isShown() {
    return this.state.lines > 0 && this.progress?.doing === "analysis" && this.progress.node === this.state.here;
  }

  /** The scores of moves that are to stand on the board; null if they are not wanted. */
  shownScores() {
    if (!this.state.scores) return null;
    const told = this.progress?.doing === "analysis" ? this.progress.scores : null;
    const isSolving = this.state.doing === "analysis" && !told?.complete;
    return { known: told?.scores ?? [], exact: told?.exact ?? true, isSolving };
  }

  showLines() {
    const { state, progress } = this;
    const thoughts = this.isShown ? progress.thoughts : [];
    const speed = progress && progress.seconds > 0.05 ? Math.round(progress.nodes / progress.seconds) : 0;
    const values = progress && { depth: progress.depth, nodes: short(progress.nodes), speed: short(speed), seconds: number(progress.seconds, 1) };
    this.numbers.textContent = this.isShown && progress.nodes ? t("depth-nodes", values) : "";
    this.words.textContent = state.result !== null ? t("lines-over") : state.lines || state.scores || this.pieces.isWanted ? "" : t("lines-off");
    this.list.show(state, progress?.node ?? state.here, thoughts, this.isFlipped);
    const told = state.scores && progress?.doing === "analysis" ? progress.scores : null;
    this.tells.textContent = !state.scores ? "" : !told ? (state.result ? "" : t("scores-solving")) : told.exact
      ? t("scores-exact", { tells: t(told.tells), player: playerName(state, told.player) })
      : t("scores-estimates", { tells: t(told.tells), player: playerName(state, told.player), depth: told.depth });
    if (told?.by_table) this.tells.append(` ${t(told.counts_moves ? "scores-by-others" : "scores-by-table")}`);
    showVerdicts(this.verdicts, told);
    this.changed();
  }

  /** The boards along a line have come: for whoever has asked. */
  hearLook(message) {
    this.list.floating.hear(message);
    this.look.show(message);
  }

  /** One line: what it is worth, and its moves; a click plays it out. */
  line(thought, node, title) {
    const worth = h("strong", { class: `badge ${thought.exact ? "exact" : ""}`, title: worthDetails(this.state, thought.worth) }, worthText(this.state, thought.worth) || "0");
    const moves = thought.line.slice(0, 12).map(({ move, player }) => h("span", { class: `p${player}` }, `${move} `));
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "line", on: { click: () => this.look.open(this.state, node, thought.line, t(title), this.isFlipped) } },
        worth,
        h("span", { class: "play-line" }, ...moves),
      ),
    );
  }

  /** What the program saw before its last move. */
  showSpoke() {
    const { spoke } = this.state;
    const isShown = spoke && !spoke.book && this.state.lines === 0;
    this.spoke.hidden = !isShown;
    if (!isShown) return;
    const { thought } = spoke;
    const speed = thought.seconds > 0.02 ? Math.round(thought.nodes / thought.seconds) : 0;
    const values = { depth: thought.depth, nodes: short(thought.nodes), speed: short(speed), seconds: number(thought.seconds, 1) };
    this.spoke.replaceChildren(
      h("h3", {}, t("program-saw")),
      h("ol", { class: "lines" }, this.line(thought, spoke.node, "program-saw")),
      h("p", { class: "numbers" }, t(speed ? "depth-nodes" : "depth-few", values)),
    );
  }

  close() {
    this.look.close();
    this.list.close();
  }
}
