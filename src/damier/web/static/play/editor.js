// A board set up by hand, in a dialog: what can be put beside a large board, whose turn it is, and what else the game asks for, as who
// may castle. The position in writing is always there, and can be written instead. What was set up stays until it is used or replaced.

import { dialog } from "../dialog.js";
import { Refusal, ask, h } from "../dom.js";
import { knows, onLanguage, t, told } from "../words.js";
import { Board, inWords } from "./board.js";

const PATIENCE = 150; // milliseconds after a change until the position is asked for in writing

export class Editor {
  /** `use(request, isAnalysis)` begins a game of `{game, options, position}`, to play it or to analyse it. */
  constructor({ use }) {
    this.begin = use;
    this.palette = h("div", { class: "palette", role: "group", "data-label": "set-up-pick" });
    this.turn = h("select", { id: "set-up-turn", on: { change: () => this.changed() } });
    this.fields = h("div", { id: "set-up-fields", class: "among-options" });
    this.text = h("input", { type: "text", id: "set-up-text", maxlength: 20000, autocomplete: "off", spellcheck: "false", on: { change: () => this.readText() } });
    this.wrong = h("p", { id: "set-up-wrong", class: "wrong", role: "alert" });
    this.picture = h("div", { class: "board", id: "set-up-board" });
    this.board = new Board(this.picture, (name) => this.put(name));
    const button = (id, word, action, kind = "") => h("button", { type: "button", id, word, class: kind, on: { click: action } });
    const form = h(
      "form",
      { class: "set-up", on: { submit: (event) => this.submit(event) } },
      this.picture,
      h(
        "div",
        { class: "set-up-side" },
        h("p", { class: "numbers", word: "set-up-pick" }),
        this.palette,
        h("div", { class: "options" }, h("p", { class: "field" }, h("label", { for: "set-up-turn", word: "set-up-turn" }), this.turn), this.fields),
        h("div", { class: "row" }, button("set-up-clear", "set-up-clear", () => this.clear()), button("set-up-start", "set-up-start", () => this.take("")), button("set-up-here", "set-up-here", () => this.take(this.here))),
        h("p", { class: "field" }, h("label", { for: "set-up-text", word: "position-written" }), this.text),
        this.wrong,
        h("div", { class: "row" }, button("set-up-analyse", "set-up-analyse", () => this.use(true), "accent"), button("set-up-play", "set-up-play", () => this.use(false))),
      ),
    );
    this.dialog = dialog("set-up", "set-up", form);
    this.dialog.classList.add("broad");
    this.forget = onLanguage(() => this.state && this.draw());
  }

  close() {
    this.forget();
  }

  /** Set up a board of a game; `here` is the position on the board, with which it begins unless something is set up already. */
  async open(game, options, here) {
    const isSame = this.game?.name === game.name && JSON.stringify(this.options) === JSON.stringify(options);
    Object.assign(this, { game, options, here });
    if (!isSame || !this.isEdited) await this.take(here);
    if (this.state && !this.dialog.open) this.dialog.showModal();
  }

  /** Go on with a position in writing; empty for the game's own start. */
  async take(position, isEdited = false) {
    const found = await this.asked("/board", { position });
    if (!found) return;
    this.state = { title: this.game.title, changed: [], steps: [], highlights: {}, shapes: [], ...found };
    this.chosen ??= 1;
    this.chosen = Math.min(this.chosen, this.game.palette.length - 1);
    this.writing = null;
    this.isWaiting = false;
    clearTimeout(this.timer);
    this.cells = structuredClone(found.board.cells);
    this.values = { ...found.fields };
    this.text.value = found.text;
    this.isEdited = isEdited;
    this.turn.replaceChildren(...found.players.map((name, i) => new Option(t(name), i, false, i === found.turn)));
    this.draw();
  }

  async readText() {
    await this.take(this.text.value.trim(), true);
  }

  draw() {
    this.drawPalette();
    this.drawFields();
    // Every cell is a move of its own, named after its place
    const legal = this.cells.flatMap((line, row) => line.map((_, column) => ({ name: `${row},${column}`, cells: [[row, column]], book: null })));
    const board = { ...this.state.board, cells: this.cells, falling: false };
    this.board.show({ ...this.state, id: "set-up", text: JSON.stringify(this.cells), last: [], legal, board }, { playable: true });
  }

  drawPalette() {
    this.palette.replaceChildren(
      ...this.game.palette.map((cell, i) => {
        const name = cell.text || cell.look === "disc" ? inWords(cell, this.state.players.map((each) => t(each))) : t("set-up-nothing");
        const swatch = h("span", { class: "swatch" });
        const small = { ...this.state, id: `swatch-${i}`, here: 0, text: JSON.stringify(cell), last: [], legal: [], board: { cells: [[cell]], rows: [], columns: [], falling: false, theme: "" } };
        new Board(swatch).show(small);
        swatch.setAttribute("aria-hidden", "true");
        const choose = () => {
          this.chosen = i;
          for (const [at, each] of [...this.palette.children].entries()) each.setAttribute("aria-pressed", String(at === i));
        };
        return h("button", { type: "button", "aria-pressed": String(i === this.chosen), "aria-label": name, title: name, on: { click: choose } }, swatch);
      }),
    );
  }

  /** What else the game asks for: ticks where several of its choices may be true, else a list. */
  drawFields() {
    const wordOf = (key, usual) => (knows(key) ? t(key) : usual);
    this.fields.replaceChildren(
      ...this.game.fields.map(({ name, choices, several }) => {
        const title = wordOf(`set-up-${name}`, name.replaceAll("_", " "));
        const label = (choice) => wordOf(`set-up-${name}-${choice}`, choice);
        if (several) {
          const ticks = choices.map((choice) => {
            const id = `set-up-${name}-${choice}`;
            const tick = h("input", { type: "checkbox", id, checked: this.values[name].includes(choice), on: { change: () => this.tick(name, choices, choice, tick.checked) } });
            return h("p", { class: "field tick" }, h("label", { for: id }, label(choice)), tick);
          });
          return h("fieldset", { class: "ticks wide" }, h("legend", {}, title), ...ticks);
        }
        const select = h("select", { id: `set-up-${name}`, on: { change: () => this.setField(name, select.value) } });
        select.append(...choices.map((choice) => new Option(label(choice), choice, false, choice === this.values[name])));
        return h("p", { class: "field" }, h("label", { for: `set-up-${name}` }, title), select);
      }),
    );
  }

  tick(name, choices, choice, isChosen) {
    const had = this.values[name];
    this.setField(name, choices.filter((each) => (each === choice ? isChosen : had.includes(each))).join(""));
  }

  setField(name, value) {
    this.values[name] = value;
    this.changed();
  }

  put(name) {
    const [row, column] = name.split(",").map(Number);
    const kept = { name: this.cells[row][column].name };
    this.cells[row][column] = { ...structuredClone(this.game.palette[this.chosen]), ...kept };
    this.draw();
    this.changed();
  }

  clear() {
    this.cells = this.cells.map((line) => line.map(({ name }) => ({ ...structuredClone(this.game.palette[0]), name })));
    for (const { name, choices, several } of this.game.fields) this.values[name] = several ? "" : choices[0];
    this.draw();
    this.changed();
  }

  /** Something was set up otherwise: what it is in writing is asked for, and what is wrong with it is said. */
  changed() {
    this.isEdited = this.isWaiting = true; // to be written ...
    this.writing = null; // ... anew: what is still being told is of the board before
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), PATIENCE);
  }

  /** The position in writing, which is always that of the board; nothing, if it cannot be played, and why is said. */
  async write() {
    clearTimeout(this.timer);
    const cells = this.cells.map((line) => line.map(({ text, owner }) => ({ text, owner })));
    const writing = (this.writing = {});
    const found = await this.asked("/position", { cells, turn: Number(this.turn.value), fields: this.values });
    if (this.writing !== writing) return null; // the board has changed meanwhile, and is being written
    this.isWaiting = false;
    this.text.value = found?.text ?? "";
    if (found?.fault) this.say(t("set-up-not-yet", { reason: told(found.fault) }));
    return found && !found.fault ? found.text : null;
  }

  async asked(path, wanted) {
    try {
      const answer = await ask("POST", path, { game: this.game.name, options: this.options, ...wanted });
      this.say("");
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.say(error.message);
      return null;
    }
  }

  say(message) {
    if (this.wrong.textContent !== message) this.wrong.textContent = message;
  }

  /** Enter in the field of the position reads it; nothing is begun by mistake. */
  submit(event) {
    event.preventDefault();
    if (document.activeElement === this.text) this.readText();
  }

  async use(isAnalysis) {
    // A position that was written keeps what cells do not tell, as how many moves were made
    const text = this.isWaiting ? await this.write() : this.text.value.trim();
    if (text === null || this.wrong.textContent) return;
    const isBegun = await this.begin({ game: this.game.name, options: this.options, position: text }, isAnalysis);
    if (isBegun === false) return;
    this.isEdited = false;
    this.dialog.close();
  }
}
