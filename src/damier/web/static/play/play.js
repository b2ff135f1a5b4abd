// Playing and analysing: the board, who moves when, what is asked of the server, and what is said about it.

import { leaveBoard } from "../board_left.js";
import { Refusal, ask, h } from "../dom.js";
import { Notation } from "../notation.js";
import { Toast } from "../toast.js";
import { language, onLanguage, t, told } from "../words.js";
import { Conversation } from "./connection.js";
import { BOOK_SHOWN, showControls } from "./controls.js";
import { acceptFiles } from "./dropping.js";
import { furnish } from "./furniture.js";
import { keyPressed } from "./keys.js";
import { BadLink, isLink, readLink } from "./link.js";
import { soundOf } from "./sounds.js";
import { compilingText, doingOf, statusText, thinkingDetails } from "./status.js";
import { callWins } from "./worths.js";

const LAST = "damier-game"; // where the id of the last game is kept
const LAST_NAME = "damier-game-name"; // and which game it was
const CHOICES_SHOWN = 40; // of moves that have no cells
const WALKS = ["move", "go", "undo", "redo", "remove", "try"]; // what leads away from a line that is only looked at
const LINES = 3; // that an analysis begins with

/** Open the play part; the path is the id of a game. */
export async function open(root, path, parameters) {
  const table = new Table(root, await ask("GET", "/games"));
  await table.visit(path, parameters);
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
    this.toast = new Toast("notice");
    furnish(this);
    this.forget = onLanguage(() => {
      this.drawnBook = null;
      this.files.saves.dataset.key = "";
      this.show();
      this.files.list();
      this.files.games.translate();
    });
    this.keys = (event) => keyPressed(this, event);
    addEventListener("keydown", this.keys);
    this.refuseFiles = acceptFiles((files) => this.files.games.read(files));
  }

  close() {
    if (this.state) leaveBoard(this.state.result === null ? this.scene() : null, this.state.title); // an end has no tree
    this.conversation?.close();
    this.plates.close();
    this.newGame.close();
    this.editor.close();
    this.share.close();
    this.explorer.close();
    this.analysis.close();
    this.preview.close();
    this.rules.close();
    this.toast.close();
    this.sounds.close();
    this.forget();
    removeEventListener("keydown", this.keys);
    this.refuseFiles();
    delete document.body.dataset.state;
    this.root.style.removeProperty("--ratio");
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Which game

  /** Show the game of an address, or the last one, or begin one; who came with games of his own wants one of those. */
  async visit(path, parameters = new URLSearchParams()) {
    if (isLink(parameters)) {
      await this.restore(parameters);
      return;
    }
    if (parameters.has("game")) {
      await this.beginNamed(parameters);
      return;
    }
    const own = this.games.filter((game) => game.own);
    const isWanted = !own.length || own.some((game) => game.name === localStorage.getItem(LAST_NAME));
    const id = path[0] || (isWanted && localStorage.getItem(LAST));
    if (id) this.converse(id, !path[0]);
    else await this.begin("/sittings", this.newGame.request());
  }

  /** Begin a game that the address names, as it was played last, to play it, to analyse it or to watch it. */
  async beginNamed(parameters) {
    this.newGame.chooseNamed(parameters.get("game"));
    const request = this.newGame.request();
    const as = parameters.get("as");
    if (as === "analysis") Object.assign(request, { analysis: true, clock: null });
    if (as === "watch") Object.assign(request, { sides: request.sides.map((side) => ({ ...side, program: true })), clock: null });
    await this.begin("/sittings", request);
    if (!this.state && !this.conversation) await this.visit([]); // refused: whatever else there is
  }

  /** The game and position that somebody shared by a link, to be analysed; what is wrong with it is said on the first page. */
  async restore(parameters) {
    try {
      const { at, isFlipped, ...wanted } = readLink(parameters, this.games);
      this.newGame.chooseNamed(wanted.game);
      const state = await ask("POST", "/sittings", { ...this.newGame.settings(), ...wanted, clock: null, analysis: true });
      this.converse(state.id, true);
      const [first, second] = state.sides;
      this.turned = isFlipped !== (first.program && !second.program);
      if (at < wanted.moves.length) this.go(state.line[at]);
      this.beginAnalysis();
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof BadLink)) throw error;
      history.replaceState(null, "", this.conversation ? `#/play/${this.conversation.id}` : "#/play");
      if (!this.conversation) await this.visit([]);
      this.complain(t("link-bad", { error: this.refused(error, parameters.get("game")) }));
    }
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
      this.newGame.dialog.close();
      this.converse(state.id, true);
      if (state.analysis) this.beginAnalysis();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.complain(this.refused(error, request.game ?? this.state?.game));
      return false;
    }
  }

  /** What is wrong with a game in writing, with its moves in the page's language. */
  refused(error, game) {
    return error instanceof Refusal ? told(new Notation(this.lettersOf(game)).relisted(error.said)) : error.message;
  }

  /** The letters of a game's figures, by language. */
  lettersOf(game) {
    return this.games.find((each) => each.name === game)?.letters ?? {};
  }

  /** The same once more; who played damier changes sides. */
  rematch() {
    const { game, options, start, sides, seconds, clock, book, warns, learn, aim, threads } = this.state;
    const isMixed = sides[0].program !== sides[1].program;
    const times = clock && { base: clock.base, increment: clock.increment };
    this.begin("/sittings", { game, options, position: start, sides: isMixed ? [...sides].reverse() : sides, seconds, clock: times, book, warns, learn, aim, threads });
  }

  /** From playing to analysing, where nobody answers, and back. */
  switchMode() {
    const { sides, seconds, clock, book, warns, learn, aim, threads, analysis } = this.state;
    const times = clock && { base: clock.base, increment: clock.increment };
    this.send({ do: "set", sides, seconds, clock: times, book, warns, learn, aim, threads, analysis: !analysis });
    if (analysis) this.send({ do: "analyse", lines: 0 }); // who plays on is not told what is best
    else this.beginAnalysis();
  }

  beginAnalysis() {
    if (!this.panes.current || this.panes.current === "files") this.panes.open("lines");
    this.send({ do: "analyse", lines: this.state?.lines || LINES, scores: this.state?.scores ?? false, threat: this.state?.wants_threat ?? false });
  }

  converse(id, isNew) {
    this.asked += 1;
    if (this.conversation?.id === id) return;
    this.conversation?.close();
    this.turned = false;
    this.prepared = null;
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
    else if (kind === "look") this.preview.hear(message) || this.analysis.hearLook(message);
    else if (kind === "book") this.hearBook(message);
    else if (kind === "preparation") this.prepares(message.share);
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
      this.complain(t("game-gone"));
    }
  }

  /** So much of the engine is compiled. */
  prepares(share) {
    this.prepared = share;
    this.showStatus();
  }

  hearBook(message) {
    this.book.hear(message);
    if (!this.state) return;
    this.showBoard();
    this.showBook();
  }

  send(message) {
    if (message.do !== "look") this.complain(null);
    if (WALKS.includes(message.do)) this.preview.close();
    this.conversation?.send(message);
  }

  // ------------------------------------------------------------------------------------------------------------------
  // What a person does

  move(name) {
    if (this.review.isTrying) this.review.attempt(name);
    else this.send({ do: "move", move: name });
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

  /** Which game is meant by a text or a file: that on the board. */
  readAs() {
    if (this.state) return { game: this.state.game, options: this.state.options };
    return { game: this.newGame.chosen.name, options: this.newGame.chosenOptions() };
  }

  /** Set up a board: of the game on the board, or of another. */
  openEditor(name = this.state.game, options = this.state.options) {
    const game = this.games.find((each) => each.name === name);
    const isHere = this.state?.game === name && JSON.stringify(this.state.options) === JSON.stringify(options);
    this.newGame.dialog.close();
    this.editor.open(game, options, isHere ? this.state.text : "");
  }

  turn() {
    this.turned = !this.turned;
    this.show();
  }

  /** Show the moves of the book on the board and beside it, or hide them. */
  switchBook() {
    this.showsBook = !this.showsBook;
    localStorage.setItem(BOOK_SHOWN, this.showsBook ? "on" : "off");
    this.show();
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Showing

  take(state) {
    const before = this.state;
    this.state = state;
    this.last = null;
    callWins(state.won_by);
    if (before?.id !== state.id) this.preview.close();
    localStorage.setItem(LAST_NAME, state.game);
    this.isStep = before?.id === state.id && isAfter(state, before.here);
    if (this.isStep) this.sounds.play(soundOf(state));
    if (before?.id === state.id && before.here !== state.here && state.doing !== "hint") this.complain(null);
    this.newGame.show(state);
    this.files.show(state, this.games.find((game) => game.name === state.game));
    this.show();
    if (before?.id !== state.id && this.panes.current === "files") this.files.list();
  }

  get isFlipped() {
    const [first, second] = this.state.sides;
    return (first.program && !second.program) !== this.turned;
  }

  get isPersons() {
    return this.state.analysis || !this.state.sides[this.state.turn].program;
  }

  show() {
    const { state } = this;
    if (!state) return;
    this.title.textContent = this.title.title = t(state.title);
    const { Event: event, Site: site, Date: date } = state.headers;
    this.event.textContent = this.event.title = [event ?? site, date?.replace(/[.?]+$/, "")].filter(Boolean).join(", ");
    this.opening.textContent = this.opening.title = openingName(state, state.opening) ?? "";
    document.body.dataset.theme = state.board.theme;
    this.boardHolder.dataset.game = state.id;
    this.root.dataset.mode = state.analysis ? "analysis" : "play";
    document.title = `${t(state.title)} · damier`;
    this.caption.textContent = captionText(state.board.caption);
    this.plates.show(state, this.isFlipped);
    this.moves.show(state);
    this.annotate.show(state);
    this.positionField.show(state, Boolean(this.games.find((each) => each.name === state.game)?.palette.length));
    this.explorer.show(state, state.legal.map((move) => ({ ...move, opening: move.book === null ? null : openingName(state, move.book) })));
    this.review.show(state);
    this.analysis.show(state, this.isFlipped);
    this.showBoard();
    this.bar.show(state, state.worth, this.isFlipped);
    this.tables.textContent = state.tables ? t("tables", state.tables) : "";
    showControls(this);
    this.showBook();
    this.warning.show(state);
    this.showStatus();
    this.theatre.href = `#/theatre?${new URLSearchParams(this.scene())}`;
  }

  /** The position on the board as the theatre's address tells it: options only where they are not the usual ones. */
  scene() {
    const { game, options, text } = this.state;
    const usual = this.games.find((each) => each.name === game)?.options ?? {};
    const set = Object.entries(options).filter(([name, value]) => value !== usual[name] && name !== "evaluation");
    const scene = { game, position: text };
    if (set.length) scene.set = set.map(([name, value]) => `${name}:${value}`).join(",");
    return scene;
  }

  showBoard() {
    const { state } = this;
    if (!state) return;
    const looked = this.preview.over(state);
    this.boardHolder.classList.toggle("previewed", looked !== null);
    this.board.onDraw = looked ? null : (shapes) => this.send({ do: "draw", node: state.here, shapes });
    const before = this.board.state;
    if (looked) return this.board.show(looked, { isFlipped: this.isFlipped, isStep: looked.id === before?.id && looked.here === before.here + 1 });
    const playable = state.result === null && (this.isPersons || state.paused);
    if (this.review.isTrying) return this.board.show(state, { playable, hint: state.hint?.cells ?? [], isFlipped: this.isFlipped }); // no line tells what is best
    this.board.show({ ...state, legal: this.legal() }, { playable, hint: state.hint?.cells ?? [], isStep: this.isStep, ...this.boardLook() });
    const { width, height } = this.board.geometry.total;
    this.root.style.setProperty("--ratio", (width / height).toFixed(3)); // by which the board is as high as the window allows
  }

  /** What is shown on the board besides the position, and which way round. */
  boardLook() {
    const scores = this.analysis.shownScores();
    const arrows = this.book.arrows() ?? (scores ? [] : this.analysis.arrows());
    return { scores, arrows, isFlipped: this.isFlipped };
  }

  /** Legal moves, those of the books with the names of the openings they lead to, in the page's language. */
  legal() {
    const { state } = this;
    if (!this.showsBook) return state.legal.map((move) => ({ ...move, book: null }));
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

  /** Play out, on the board, a bad move and what refutes it. */
  showWhy({ node, move, player, refutation }) {
    this.playOut({ node: this.parentOf(node), line: [{ move, player }, ...refutation], title: t("refutation-of", { move }) });
  }

  playOut(wanted) {
    this.preview.open({ id: this.state.id, ...wanted });
    this.bringBoard();
  }

  /** On a small screen the board may lie outside of it. */
  bringBoard() {
    this.boardHolder.scrollIntoView({ block: "nearest" });
  }

  /** What was bad in the game, and what would have been better. */
  reviewGame() {
    this.panes.open("review");
    this.review.begin();
    showControls(this);
  }

  parentOf(node) {
    return this.state.nodes.find((each) => each.node === node).parent;
  }

  progress(message) {
    this.last = message;
    this.analysis.hear(message);
    if (message.doing === "analysis" && message.node === this.state?.here) this.explorer.showTables(this.state.scores ? message.scores : null);
    if (message.worth && message.node === this.state?.here && !this.state.result) this.bar.show(this.state, message.worth, this.isFlipped);
    this.showStatus();
  }

  showStatus() {
    const { state } = this;
    if (!state) return;
    const doing = doingOf(state);
    document.body.dataset.state = doing;
    this.engine.hidden = state.ready && !state.trouble;
    this.engine.classList.toggle("failed", Boolean(state.trouble));
    this.engineWords.textContent = state.trouble ? told(state.trouble) : compilingText(this.prepared);
    this.status.classList.toggle("result", doing === "over");
    this.announce(this.review.trying ? this.review.feedback() : statusText(state, this.last));
    const isAtWork = doing === "program" || state.doing === "hint";
    this.doing.textContent = isAtWork && doing !== "over" ? thinkingDetails(this.last) : "";
  }

  announce(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  complain(message) {
    this.toast.complain(message);
  }
}

/** Whether the position on the board comes a move after a node, or two, of which the first was answered before it was shown. */
function isAfter({ nodes, here }, earlier) {
  const parentOf = (number) => nodes.find(({ node }) => node === number)?.parent;
  const parent = parentOf(here);
  return here !== earlier && parent !== undefined && (parent === earlier || parentOf(parent) === earlier);
}

/** The name of an opening in the page's language, where the game knows it. */
const openingName = (state, name) => state.names[language]?.[name] ?? name;

/** What a game says below its board. */
const captionText = (caption) => told(t(caption));
