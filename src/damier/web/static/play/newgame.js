// A game to begin: which, with what options, who plays, and how long.

import { dialog } from "../dialog.js";
import { Refusal, ask, h } from "../dom.js";
import { knows, onLanguage, t } from "../words.js";
import { learntNames } from "./curve.js";
import { LevelField } from "./levels.js";

const STORED = "damier-settings";

export class NewGame {
  /**
   * `begin(request)` starts a game, `apply(settings)` changes the one on the board, `edit()` sets up a board of the chosen game;
   * `complain(message)` says what is wrong.
   */
  constructor(games, { begin, apply, edit, complain }) {
    this.games = games.filter((game) => game.played ?? true);
    this.begin = begin;
    this.apply = apply;
    this.complain = complain;
    this.game = h("select", { id: "game", on: { change: () => this.choose() } });
    this.options = h("div", { class: "options", id: "options" });
    this.sides = [0, 1].map((player) => this.side(player));
    this.timeKind = h("select", { id: "time-kind", on: { change: () => this.showTimes() } });
    this.seconds = h("input", { type: "number", id: "seconds", min: 0.05, max: 60, step: "any", value: 1 });
    this.minutes = h("input", { type: "number", id: "minutes", min: 0.05, max: 360, step: "any", value: 5 });
    this.increment = h("input", { type: "number", id: "increment", min: 0, max: 600, step: "any", value: 3 });
    this.perMove = h("p", { class: "field" }, h("label", { for: "seconds", word: "seconds-move" }), this.seconds);
    this.clocks = h(
      "div",
      { class: "among-options" },
      h("p", { class: "field" }, h("label", { for: "minutes", word: "minutes" }), this.minutes),
      h("p", { class: "field" }, h("label", { for: "increment", word: "increment" }), this.increment),
    );
    this.threads = h("input", { type: "number", id: "threads", min: 1, max: 512, step: 1, value: 1 });
    this.book = h("input", { type: "checkbox", id: "book", checked: true });
    this.learn = h("input", { type: "checkbox", id: "learn" });
    this.aim = h("select", { id: "aim" });
    this.warns = h("input", { type: "checkbox", id: "warns", checked: true });
    this.position = h("input", { type: "text", id: "position", maxlength: 20000, autocomplete: "off", spellcheck: "false" });
    this.text = h("input", { type: "text", id: "text", readonly: true });
    this.setUp = h("p", { class: "field" }, h("button", { type: "button", id: "open-set-up", word: "set-up", on: { click: edit } }));
    this.form = h(
      "form",
      { id: "setup", "data-label": "new-game", on: { submit: (event) => this.submit(event) } },
      h("p", { class: "field" }, h("label", { for: "game", word: "game" }), this.game),
      this.options,
      ...this.sides.map((side) => side.field),
      h("div", { class: "options" }, h("p", { class: "field" }, h("label", { for: "time-kind", word: "time" }), this.timeKind), this.perMove, this.clocks),
      h("p", { class: "field tick" }, h("label", { for: "warns", word: "use-warnings" }), this.warns),
      h(
        "details",
        { id: "more-settings" },
        h("summary", { word: "more-settings" }),
        h("p", { class: "field tick" }, h("label", { for: "book", word: "use-book" }), this.book),
        h("p", { class: "field tick" }, h("label", { for: "learn", word: "use-learning" }), this.learn),
        h(
          "div",
          { class: "options" },
          h("p", { class: "field" }, h("label", { for: "aim", word: "book-aim" }), this.aim),
          h("p", { class: "field" }, h("label", { for: "threads", word: "threads" }), this.threads),
        ),
      ),
      h(
        "details",
        { id: "position-details" },
        h("summary", { word: "position" }),
        h("p", { class: "field" }, h("label", { for: "position", word: "position-written" }), this.position),
        h("p", { class: "field" }, h("label", { for: "text", word: "position-now" }), this.text),
      ),
      this.setUp,
      h(
        "div",
        { class: "row dialog-foot" },
        h("button", { type: "submit", class: "accent", id: "begin", word: "begin" }),
        h("button", { type: "button", id: "apply", word: "apply-now", on: { click: () => this.applyNow() } }),
      ),
    );
    this.isTouched = false; // whether somebody is choosing: what is chosen is not overwritten
    this.form.addEventListener("input", () => (this.isTouched = true));
    this.options.addEventListener("change", () => this.askLearnt());
    this.dialog = dialog("new-game", "new-game", this.form);
    this.say();
    this.forget = onLanguage(() => this.choose(true));
    this.restore();
    this.choose();
  }

  close() {
    this.forget();
  }

  /** Ask a person for a game. */
  open() {
    if (!this.dialog.open) this.dialog.showModal();
    this.askLearnt();
  }

  /** Which generations of what the chosen game has taught itself there are, while somebody chooses. */
  async askLearnt() {
    const [game, options] = [this.chosen.name, this.chosenOptions()];
    const isWritten = Object.values(options).every((value) => value === value); // a number that is being typed is none yet
    if (!this.dialog.open || !isWritten) return;
    const key = (this.asksLearnt = JSON.stringify([game, options]));
    try {
      const found = await ask("POST", "/learnt", { game, options });
      if (this.asksLearnt === key) this.offerLearnt(learntNames(found));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal; // what is wrong is said when the game is begun
      this.offerLearnt([]);
    }
  }

  offerLearnt(learnt) {
    for (const { level } of this.sides) level.offerLearnt(learnt, () => level.offer(this.chosen.levels, this.chosen.sound, keep));
  }

  /** Choose a game by its name, if there is one of it. */
  chooseNamed(name) {
    if (!this.games.some((game) => game.name === name)) return;
    this.game.value = name;
    this.choose();
  }

  side(player) {
    const kind = h("select", { id: `side-${player}`, on: { change: () => this.showLevels() } });
    const level = new LevelField(player);
    const kindLabel = h("label", { for: `side-${player}` });
    const field = h("div", { class: "options" }, h("p", { class: "field" }, kindLabel, kind), level.field);
    return { kind, level, kindLabel, field };
  }

  get chosen() {
    return this.games.find((game) => game.name === this.game.value) ?? this.games[0];
  }

  /** Everything that is said in the page's language. */
  say() {
    keep(this.game, this.games.map(({ name, title, own }) => [name, own ? `${title} (${t("own")})` : t(title)]));
    keep(this.timeKind, [["move", t("time-move")], ["clock", t("time-clock")]]);
    this.sides.forEach((side, player) => {
      keep(side.kind, [["person", t("person")], ["program", t("program")]]);
      side.kindLabel.textContent = t("plays-side", { player: t(this.chosen.players[player]) });
      side.level.offer(this.chosen.levels, this.chosen.sound, keep);
    });
    keep(this.aim, ["any", "win", "draw"].map((aim) => [aim, t(`aim-${aim}`)]));
    this.showLevels();
    this.showTimes();
  }

  showLevels() {
    for (const { kind, level } of this.sides) {
      level.isProgram = kind.value === "program";
      level.show();
    }
  }

  showTimes() {
    this.perMove.hidden = this.timeKind.value !== "move";
    this.clocks.hidden = this.timeKind.value !== "clock";
  }

  /** The controls of the chosen game. */
  choose(isSame = false) {
    const game = this.chosen;
    const chosen = isSame ? this.chosenOptions() : {};
    this.options.replaceChildren(...Object.entries(game.options).map(([name, value]) => option(name, value, game.choices[name])));
    this.say();
    for (const { level } of this.sides) level.keepChosen(game.levels);
    if (isSame) {
      for (const input of this.options.querySelectorAll("input, select")) setValue(input, chosen[input.name]);
      return;
    }
    this.setUp.hidden = !game.palette.length;
    this.position.value = "";
    this.offerLearnt([]);
    this.askLearnt();
  }

  settings() {
    const sides = this.sides.map(({ kind, level }) => ({ program: kind.value === "program", level: level.value, depth: level.depth, generation: level.generation }));
    const clock = { base: 60 * this.minutes.valueAsNumber, increment: this.increment.valueAsNumber };
    return {
      sides,
      seconds: this.seconds.valueAsNumber,
      clock: this.timeKind.value === "clock" ? clock : null,
      book: this.book.checked,
      warns: this.warns.checked,
      learn: this.learn.checked,
      aim: this.aim.value || "any",
      threads: this.threads.valueAsNumber,
    };
  }

  chosenOptions() {
    const options = {};
    for (const input of this.options.querySelectorAll("input, select")) options[input.name] = valueOf(input);
    return options;
  }

  request() {
    return { game: this.chosen.name, options: this.chosenOptions(), position: this.position.value.trim(), ...this.settings() };
  }

  submit(event) {
    event.preventDefault();
    this.start();
  }

  start() {
    this.isTouched = false;
    localStorage.setItem(STORED, JSON.stringify({ game: this.chosen.name, ...this.settings() }));
    this.begin(this.request());
  }

  /** Play the game on the board otherwise from now on. */
  applyNow() {
    this.isTouched = false;
    this.dialog.close();
    this.apply(this.settings());
  }

  /** The settings of the last game that was begun here; but the game is one's own, if the page was started with any. */
  restore() {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? "null");
    const own = this.games.filter((game) => game.own);
    const offered = own.length ? own : this.games;
    const usual = offered.find((game) => game.usual) ?? offered[0];
    this.game.value = (offered.find((game) => game.name === stored?.game) ?? usual).name;
    this.say();
    if (stored) this.take(stored);
    else [this.sides[0].kind.value, this.sides[1].kind.value] = ["person", "program"];
  }

  take({ sides, seconds, clock, book, warns, learn = false, aim = "any", threads = 1 }) {
    sides.forEach(({ program, level, depth = null, generation = null }, player) => {
      this.sides[player].kind.value = program ? "program" : "person";
      this.sides[player].level.take(level, depth, generation);
    });
    this.seconds.value = seconds;
    this.threads.value = threads;
    this.timeKind.value = clock ? "clock" : "move";
    if (clock) [this.minutes.value, this.increment.value] = [clock.base / 60, clock.increment];
    [this.book.checked, this.warns.checked, this.learn.checked] = [book, warns, learn];
    this.aim.value = aim;
    this.showLevels();
    this.showTimes();
  }

  /** A game is on the board: show its settings, once. */
  show(state) {
    this.text.value = state.text;
    if (this.shown === state.id) {
      this.state = state;
      return;
    }
    this.shown = state.id;
    this.state = state;
    if (this.isTouched) return;
    if (this.games.some((game) => game.name === state.game)) {
      this.game.value = state.game;
      this.choose();
      for (const input of this.options.querySelectorAll("input, select")) setValue(input, state.options[input.name]);
      this.take(state);
    }
  }
}

/** Offer entries, and leave chosen what was, if it is among them. */
function keep(select, entries) {
  const { value } = select;
  select.replaceChildren(...entries.map(([key, text]) => new Option(text, key)));
  if (entries.some(([key]) => key === value)) select.value = value;
}

const capitalised = (name) => name[0].toUpperCase() + name.slice(1).replaceAll("_", " ");

/** What an option can be, in words where there are any. */
const choiceName = (name, value) => (value === "" ? t("default") : knows(`choice-${name}-${value}`) ? t(`choice-${name}-${value}`) : String(value));

/** The control of an option. */
function option(name, value, choices) {
  const id = `option-${name}`;
  const label = h("label", { for: id }, knows(`option-${name}`) ? t(`option-${name}`) : capitalised(name));
  if (choices) {
    const select = h("select", { id, name, "data-values": JSON.stringify(choices) });
    select.append(...choices.map((each, i) => new Option(choiceName(name, each), i, false, each === value)));
    return h("p", { class: "field" }, label, select);
  }
  if (typeof value === "boolean") return h("p", { class: "field tick" }, label, h("input", { type: "checkbox", id, name, checked: value }));
  const isNumber = typeof value === "number";
  const input = h("input", { type: isNumber ? "number" : "text", id, name, value, step: isNumber ? "any" : null, maxlength: 20000 });
  return h("p", { class: `field${isNumber ? "" : " wide"}` }, label, input);
}

function valueOf(input) {
  if (input.dataset.values) return JSON.parse(input.dataset.values)[input.selectedIndex];
  return { number: input.valueAsNumber, checkbox: input.checked }[input.type] ?? input.value;
}

function setValue(input, value) {
  if (input.dataset.values) input.selectedIndex = JSON.parse(input.dataset.values).indexOf(value);
  else if (input.type === "checkbox") input.checked = value;
  else input.value = value;
}
