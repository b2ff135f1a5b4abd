// Playing and analysing: the board, who moves when, what is asked of the server, and what is said about it.

import { Refusal, ask, h } from "../dom.js";
import { STEPS, icon } from "../signs.js";
import { language, number, onLanguage, say, t } from "../words.js";
import "./words.js";
import { Analysis, short, worthText } from "./analysis.js";
import { Board } from "./board.js";
import { Book } from "./book.js";
import { Conversation } from "./connection.js";
import { Files } from "./files.js";
import { Moves } from "./moves.js";
import { NewGame } from "./newgame.js";
import { Plates, playerName } from "./plates.js";
import { signOf } from "./verdicts.js";

const LAST = "damier-game"; // where the id of the last game is kept
const LAST_NAME = "damier-game-name"; // and which game it was
const CHOICES_SHOWN = 40; // of moves that have no cells

/** Open the play part; the path is the id of a game. */
export async function open(root, path) {
  const table = new Table(root, await ask("GET", "/games"));
  await table.visit(path);
  return table;
}

class Table {
  constructor(root, games) {
    this.root = root;
    this.games = games;
    this.state = null;
    this.conversation = null;
    this.turned = false; // whether the person has turned the board
    this.asked = 0; // counts the games asked for: only the last one is shown
    this.build();
    this.forget = onLanguage(() => {
      this.drawnBook = null;
      this.files.saves.dataset.key = "";
      this.show();
      this.files.list();
    });
    this.keys = (event) => this.key(event);
    addEventListener("keydown", this.keys);
  }

  close() {
    this.conversation?.close();
    this.plates.close();
    this.newGame.close();
    this.analysis.close();
    this.forget();
    removeEventListener("keydown", this.keys);
    delete document.body.dataset.state;
  }

  // ------------------------------------------------------------------------------------------------------------------
  // What the page is made of

  build() {
    const button = (id, word, action, more = {}) => h("button", { type: "button", id, word, on: { click: action }, ...more });
    const symbol = (id, label, sign, action) => h("button", { type: "button", id, class: "symbol", "data-label": label, "data-title": label, on: { click: action } }, icon(sign));
    this.title = h("h1", { id: "title" }, "damier");
    this.opening = h("p", { id: "opening", class: "opening" });
    this.engineWords = h("span");
    this.engine = h("p", { id: "engine", class: "engine", hidden: true }, h("span", { class: "spinner", "aria-hidden": "true" }), this.engineWords);
    this.plates = new Plates();
    this.boardHolder = h("div", { id: "board", class: "board" });
    this.board = new Board(this.boardHolder, (name) => this.move(name), (moves) => this.showChoices(moves));
    this.barFill = h("div", { class: "fill" });
    this.barText = h("span", { class: "bar-text" });
    this.bar = h("div", { id: "bar", class: "bar", role: "img" }, this.barFill, this.barText);
    this.caption = h("p", { id: "caption", class: "caption" });
    this.choices = h("div", { id: "choices", class: "choices", role: "group", "data-label": "choose-move", hidden: true });
    this.bookMoves = h("p", { id: "book-moves", class: "book-moves", hidden: true });
    this.status = h("p", { id: "status", class: "status", role: "status", "aria-live": "polite" });
    this.doing = h("p", { id: "doing", class: "numbers doing" }); // changes too often to be read out
    this.tables = h("p", { id: "tables", class: "numbers", role: "status" });
    this.notice = h("p", { id: "notice", class: "notice", role: "alert", hidden: true });
    this.warning = h("div", { id: "warning", class: "warning", role: "alert", hidden: true });
    this.typed = h("input", { type: "text", id: "typed", maxlength: 200, autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
    this.typing = h(
      "form",
      { class: "typing", on: { submit: (event) => this.type(event) } },
      h("label", { for: "typed", word: "type-move" }),
      this.typed,
      h("button", { type: "submit", word: "play-it" }),
    );
    this.actions = {
      undo: button("undo", "take-back", () => this.send({ do: "undo" })),
      hint: button("hint", "hint", () => this.send({ do: "hint" })),
      now: button("now", "move-now", () => this.send({ do: "now" })),
      pause: button("pause", "pause", () => this.send({ do: this.state.paused ? "resume" : "pause" })),
      step: button("step", "step", () => this.send({ do: "resume", steps: 1 })),
      resign: button("resign", "resign", () => this.giveUp()),
      flip: button("flip", "flip", () => this.turn()),
    };
    this.movesHolder = h("div", { class: "moves-holder", id: "moves" });
    this.moves = new Moves(this.movesHolder, (node) => this.send({ do: "go", node }));
    this.walk = {
      first: symbol("first", "first", STEPS.first, () => this.go(0)),
      previous: symbol("previous", "previous", STEPS.previous, () => this.send({ do: "undo", count: 1 })),
      next: symbol("next", "next", STEPS.next, () => this.send({ do: "redo" })),
      last: symbol("last", "last", STEPS.last, () => this.go(this.state.line.at(-1))),
    };
    this.promote = button("promote", "make-main", () => this.send({ do: "promote", node: this.state.here }), { class: "link" });
    this.remove = button("delete", "delete-from-here", () => this.send({ do: "remove", node: this.state.here }), { class: "link" });
    this.theatre = h("a", { id: "to-theatre", class: "numbers", word: "to-theatre", href: "#/theatre" });
    const analysis = h("section", { class: "card analysis", "aria-labelledby": "analysis-heading" }, h("h2", { id: "analysis-heading", word: "analysis" }));
    this.analysis = new Analysis(analysis, (message) => this.send(message), () => this.showBoard());
    const book = h("details", { class: "card book", id: "book-panel" });
    this.book = new Book(book, {
      play: (move, walk) => this.send({ do: "move", move, walk }),
      learn: () => this.send({ do: "learn" }),
      changed: () => this.showBoard(),
    });
    const newGame = h("details", { class: "card setup", id: "new-game", open: innerWidth > 860 }, h("summary", {}, h("h2", { word: "new-game" })));
    this.newGame = new NewGame(newGame, this.games, {
      begin: (request) => this.begin("/sittings", request),
      apply: (settings) => this.send({ do: "set", ...settings }),
      complain: (message) => this.complain(message),
    });
    const files = h("details", { class: "card files", id: "files" }, h("summary", {}, h("h2", { word: "files" })));
    files.addEventListener("toggle", () => files.open && this.files.list());
    this.files = new Files(files, {
      load: (text) => this.begin("/import", { game: this.newGame.chosen.name, options: this.newGame.chosenOptions(), text, ...this.newGame.settings() }),
      open: (id) => this.show_game(id),
      complain: (message) => this.complain(message),
      tell: (message) => this.announce(message),
    });
    this.root.append(
      h(
        "section",
        { class: "table", "aria-labelledby": "title" },
        h("div", { class: "heading" }, this.title, this.opening, this.engine),
        h("div", { class: "around" }, this.bar, h("div", { class: "between" }, this.plates.top, this.boardHolder, this.plates.bottom)),
        this.caption,
        this.choices,
        this.status,
        this.doing,
        this.tables,
        this.notice,
        this.warning,
        h("div", { class: "actions" }, ...Object.values(this.actions)),
        this.typing,
        this.bookMoves,
      ),
      h(
        "div",
        { class: "side" },
        h(
          "section",
          { class: "card history", "aria-labelledby": "moves-heading" },
          h("div", { class: "row" }, h("h2", { id: "moves-heading", word: "moves" }), h("div", { class: "walk" }, ...Object.values(this.walk))),
          this.movesHolder,
          h("p", { class: "row small" }, this.promote, this.remove),
        ),
        book,
        analysis,
        newGame,
        files,
        h("p", {}, this.theatre),
      ),
    );
    this.status.textContent = t("one-moment");
    say(this.root);
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Which game

  /** Show the game of an address, or the last one, or begin one; who came with games of his own wants one of those. */
  async visit(path) {
    const own = this.games.filter((game) => game.own);
    const isWanted = !own.length || own.some((game) => game.name === localStorage.getItem(LAST_NAME));
    const id = path[0] || (isWanted && localStorage.getItem(LAST));
    if (id) this.converse(id, !path[0]);
    else await this.begin("/sittings", this.newGame.request());
  }

  show_game(id) {
    location.hash = `#/play/${id}`;
  }

  /** Begin a game, or take one up that is written down. */
  async begin(path, request) {
    const number = ++this.asked;
    this.complain(null);
    try {
      const state = await ask("POST", path, request);
      if (number !== this.asked) return; // another one was asked for meanwhile
      this.converse(state.id, true);
      this.title.scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.complain(error.message);
    }
  }

  converse(id, isNew) {
    this.asked += 1;
    if (this.conversation?.id === id) return;
    this.conversation?.close();
    this.turned = false;
    this.complain(null);
    localStorage.setItem(LAST, id);
    if (isNew) history.replaceState(null, "", `#/play/${id}`);
    this.conversation = new Conversation(id, (kind, message) => this.hear(kind, message));
  }

  hear(kind, message) {
    if (kind === "state") {
      if (this.isLost) this.complain(null);
      this.isLost = false;
      this.take(message.state);
    } else if (kind === "progress") this.progress(message);
    else if (kind === "look") this.analysis.look.show(message);
    else if (kind === "book") this.hearBook(message);
    else if (kind === "error") this.complain(message.error);
    else if (kind === "lost") {
      this.isLost = true;
      this.complain(t("lost"));
    } else if (kind === "gone") {
      localStorage.removeItem(LAST);
      this.conversation.close();
      this.conversation = null;
      history.replaceState(null, "", "#/play");
      this.begin("/sittings", this.newGame.request());
    }
  }

  hearBook(message) {
    this.book.hear(message);
    if (!this.state) return;
    this.showBoard();
    this.showBook();
  }

  send(message) {
    if (message.do !== "look") this.complain(null);
    this.conversation?.send(message);
  }

  // ------------------------------------------------------------------------------------------------------------------
  // What a person does

  move(name) {
    this.send({ do: "move", move: name });
  }

  type(event) {
    event.preventDefault();
    const text = this.typed.value.trim();
    if (!text) return;
    this.typed.value = "";
    this.move(text);
  }

  go(node) {
    this.send({ do: "go", node });
  }

  turn() {
    this.turned = !this.turned;
    this.show();
  }

  /** Who gives up presses twice: the button stands beside others. */
  giveUp() {
    const { resign } = this.actions;
    if (resign.dataset.sure) this.send({ do: "resign" });
    resign.dataset.sure = resign.dataset.sure ? "" : "yes";
    resign.textContent = t(resign.dataset.sure ? "sure" : "resign");
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => {
      resign.dataset.sure = "";
      resign.textContent = t("resign");
    }, 3000);
  }

  /** Arrow keys walk through the game, wherever the focus is but in a field and on the board. */
  key(event) {
    if (!this.state || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("input, select, textarea, [contenteditable], dialog")) return;
    const actions = {
      ArrowLeft: () => this.state.here !== 0 && this.send({ do: "undo", count: 1 }),
      ArrowRight: () => this.state.here !== this.state.line.at(-1) && this.send({ do: "redo" }),
      Home: () => this.go(0),
      End: () => this.go(this.state.line.at(-1)),
      f: () => this.turn(),
      h: () => this.send({ do: "hint" }),
    };
    if (!(event.key in actions)) return;
    event.preventDefault();
    actions[event.key]();
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Showing

  take(state) {
    const before = this.state;
    this.state = state;
    this.last = null;
    localStorage.setItem(LAST_NAME, state.game);
    if (before?.id === state.id && before.here !== state.here && state.doing !== "hint") this.complain(null);
    this.newGame.show(state);
    this.files.show(state, this.games.find((game) => game.name === state.game));
    this.show();
    if (before?.id !== state.id && document.querySelector("#files")?.open) this.files.list();
  }

  get isFlipped() {
    const [first, second] = this.state.sides;
    return (first.program && !second.program) !== this.turned;
  }

  get isPersons() {
    return !this.state.sides[this.state.turn].program;
  }

  show() {
    const { state } = this;
    if (!state) return;
    this.title.textContent = t(state.title);
    this.opening.textContent = openingName(state, state.opening) ?? "";
    document.body.dataset.theme = state.board.theme;
    this.boardHolder.dataset.game = state.id;
    document.title = `${t(state.title)} · damier`;
    this.caption.textContent = captionText(state.board.caption);
    this.plates.show(state, this.isFlipped);
    this.moves.show(state);
    this.book.show(state);
    this.analysis.show(state, this.isFlipped);
    this.showBoard();
    this.showBar(state.worth);
    this.tables.textContent = state.tables ? t("tables", state.tables) : "";
    this.showActions();
    this.showBook();
    this.showWarning();
    this.showStatus();
    this.theatre.href = `#/theatre?${new URLSearchParams(this.scene())}`;
  }

  /** The position on the board as the theatre's address tells it: options only where they are not the usual ones. */
  scene() {
    const { game, options, text } = this.state;
    const usual = this.games.find((each) => each.name === game)?.options ?? {};
    const set = Object.entries(options).filter(([name, value]) => value !== usual[name] && name !== "evaluation");
    const scene = { game, position: text, depth: 2 };
    if (set.length) scene.set = set.map(([name, value]) => `${name}:${value}`).join(",");
    return scene;
  }

  showBoard() {
    const { state } = this;
    if (!state) return;
    const playable = state.result === null && (this.isPersons || state.paused);
    const scores = this.analysis.shownScores();
    const arrows = this.book.arrows() ?? (scores ? [] : this.analysis.arrows());
    this.board.show({ ...state, legal: this.legal() }, { playable, hint: state.hint?.cells ?? [], scores, arrows, isFlipped: this.isFlipped });
  }

  showActions() {
    const { state, actions, walk } = this;
    const isOver = state.result !== null;
    const bothPrograms = state.sides.every((side) => side.program);
    const hasProgram = state.sides.some((side) => side.program);
    actions.undo.disabled = state.here === 0;
    actions.hint.disabled = isOver || !(this.isPersons || state.paused) || state.doing === "hint";
    actions.hint.textContent = t(state.hint?.step === 1 ? "hint-more" : "hint");
    actions.now.hidden = state.doing !== "move";
    actions.pause.hidden = isOver || !(bothPrograms || state.paused || state.clock) || (!hasProgram && !state.clock);
    actions.pause.textContent = t(state.paused ? "go-on" : "pause");
    actions.step.hidden = isOver || !bothPrograms || !state.paused;
    actions.resign.hidden = isOver || bothPrograms;
    this.typing.hidden = isOver;
    actions.flip.hidden = !state.board.theme;
    walk.first.disabled = walk.previous.disabled = state.here === 0;
    walk.last.disabled = walk.next.disabled = state.here === state.line.at(-1);
    const main = new Set(mainLine(state.nodes));
    this.promote.hidden = state.here === 0 || main.has(state.here);
    this.remove.hidden = state.here === 0;
  }

  showBar(worth) {
    const { state } = this;
    const share = worth?.share ?? 0.5;
    const bottom = this.isFlipped ? 1 - share : share;
    this.barFill.style.setProperty("--share", `${(100 * bottom).toFixed(1)}%`);
    this.bar.classList.toggle("flipped", this.isFlipped);
    this.bar.classList.toggle("unknown", !worth);
    const text = worthText(state, worth);
    const signs = state.result ? { win: "1–0", loss: "0–1" } : {};
    this.barText.textContent = worth ? (signs[worth.text] ?? signOf(worth.text)) : "";
    const isResult = ["win", "loss"].includes(worth?.text);
    const label = isResult ? text : t("bar", { worth: text, player: playerName(state, 0) });
    this.bar.setAttribute("aria-label", worth ? label : t("bar-unknown"));
  }

  /** Legal moves, those of the books with the names of the openings they lead to, in the page's language. */
  legal() {
    const { state } = this;
    return this.book.among(state.legal.map((move) => (move.book ? { ...move, book: openingName(state, move.book) } : move)));
  }

  /** Moves of the book, in blue, with the names of the openings they lead to. */
  showBook() {
    const books = this.legal().filter((move) => move.book !== null);
    const playable = this.state.result === null && (this.isPersons || this.state.paused);
    this.bookMoves.hidden = !books.length || !playable;
    const key = JSON.stringify([books, t("book-moves")]);
    if (this.drawnBook === key) return;
    this.drawnBook = key;
    this.bookMoves.replaceChildren(
      h("span", { class: "unseen-not" }, `${t("book-moves")}: `),
      ...books.map(({ name, book }) => h("button", { type: "button", class: "book-move", title: book || t("book-move"), on: { click: () => this.move(name) } }, name)),
    );
  }

  showChoices(moves) {
    this.choices.hidden = !moves.length;
    const hinted = this.state?.hint?.thought?.move;
    this.choices.replaceChildren(
      ...moves.slice(0, CHOICES_SHOWN).map(({ name }) =>
        h("button", { type: "button", "data-move": name, class: name === hinted ? "suggested" : "", on: { click: () => this.move(name) } }, name),
      ),
    );
  }

  showWarning() {
    const { warning } = this.state;
    this.warning.hidden = !warning;
    const key = JSON.stringify([warning, t("leave-it")]);
    if (!warning || this.warning.dataset.key === key) return;
    this.warning.dataset.key = key;
    const word = Number(warning.cost) > 0 && this.state.nodes.length ? { "?": "warn-mistake", "??": "warn-blunder" }[warning.mark] : "warn-throws";
    const isDecided = this.state.board.theme === "" && warning.counted === "point";
    const cost = t(`counted-${warning.counted}`, { count: warning.cost });
    const look = () => this.analysis.look.open(this.state, warning.node, warning.refutation, t("refutation"), this.isFlipped);
    this.warning.replaceChildren(
      h("p", {}, t(isDecided ? "warn-throws" : word, { ...warning, cost })),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", id: "warn-back", on: { click: () => this.go(this.parentOf(warning.node)) } }, t("take-it-back")),
        h("button", { type: "button", id: "warn-why", on: { click: look } }, t("show-why")),
        h("button", { type: "button", id: "warn-leave", class: "link", on: { click: () => this.send({ do: "forgive" }) } }, t("leave-it")),
      ),
    );
  }

  parentOf(node) {
    return this.state.nodes.find((each) => each.node === node).parent;
  }

  progress(message) {
    this.last = message;
    this.analysis.hear(message);
    const [thought] = message.thoughts;
    if (thought && message.node === this.state?.here && message.doing === "analysis") this.showBar(thought.worth);
    this.showStatus();
  }

  showStatus() {
    const { state } = this;
    if (!state) return;
    const isOver = state.result !== null;
    const doing = isOver ? "over" : state.paused ? "paused" : this.isPersons ? "person" : "program";
    document.body.dataset.state = doing;
    this.engine.hidden = state.ready && !state.trouble;
    this.engine.classList.toggle("failed", Boolean(state.trouble));
    this.engineWords.textContent = state.trouble ?? t("compiling");
    this.status.classList.toggle("result", isOver);
    this.announce(this.words(doing));
    const isAtWork = doing === "program" || state.doing === "hint";
    this.doing.textContent = isAtWork && !isOver ? this.thinkingDetails() : "";
  }

  words(doing) {
    const { state } = this;
    if (doing === "over") return resultText(state);
    if (state.hint?.step === 2) return t("hint-move", { move: state.hint.thought.move, worth: worthText(state, state.hint.thought.worth) });
    if (state.hint?.step === 1) return t("hint-piece");
    if (doing === "paused") return t("press-continue");
    if (doing === "program" || state.doing === "hint") return this.thinkingWords();
    const last = state.nodes.find((node) => node.node === state.here);
    const whose = state.sides.some((side) => side.program) ? t("your-move") : t("move-of", { player: playerName(state, state.turn) });
    if (!last || !state.sides[last.player].program) return whose;
    const player = playerName(state, last.player);
    const isBook = state.spoke?.book && state.spoke.node === last.parent;
    const told = last.move === "pass" ? t("passed", { player }) : t(isBook ? "played-book" : "played", { player, move: last.move });
    return `${told} ${whose}`;
  }

  thinkingWords() {
    if (!this.state.ready) return t("compiling");
    return t(this.last?.status === "waiting" ? "waiting-seat" : "thinking");
  }

  /** How deep it looks, and how fast. */
  thinkingDetails() {
    const { last } = this;
    if (last?.status !== "thinking" || !last.depth) return "";
    const speed = last.seconds > 0.05 ? short(Math.round(last.nodes / last.seconds)) : "…";
    return t("thinking-depth", { depth: number(last.depth), speed });
  }

  announce(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  complain(message) {
    this.notice.hidden = !message;
    this.notice.textContent = message ?? "";
  }
}

/** The nodes of the main line. */
function mainLine(nodes) {
  const firstSon = new Map();
  for (const { node, parent } of nodes) if (!firstSon.has(parent)) firstSon.set(parent, node);
  const line = [];
  for (let at = firstSon.get(0); at !== undefined; at = firstSon.get(at)) line.push(at);
  return line;
}

/** The name of an opening in the page's language, where the game knows it. */
const openingName = (state, name) => state.names[language]?.[name] ?? name;

/** What a game says below its board; the discs of Othello are counted in the page's language. */
function captionText(caption) {
  const [, black, white] = /^black (\d+), white (\d+)$/.exec(caption) ?? [];
  return black ? t("caption-discs", { black, white }) : t(caption);
}

/** How a game ended, in words. */
function resultText(state) {
  const { winner, points, counted, reason } = state.result;
  const words = { time: t("reason-time"), resigned: t("reason-resigned") };
  const why = reason ? t("because", { reason: words[reason] ?? t(reason) }) : "";
  if (winner === null) return `${t("draw")}${why}.`;
  const player = playerName(state, winner);
  if (!points) return `${t("wins", { player })}${why}.`;
  return `${t("wins-by", { player, points: t(`counted-${counted}`, { count: points }) })}${why}.`;
}
