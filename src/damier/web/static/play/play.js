// Playing and analysing: the board, who moves when, what is asked of the server, and what is said about it.

import { leaveBoard } from "../board_left.js";
import { ask } from "../dom.js";
import { Toast } from "../toast.js";
import { onLanguage, t, told } from "../words.js";
import { LAST, LAST_NAME, begin, visit } from "./arrival.js";
import { legal, openingName, showBook } from "./choices.js";
import { BOOK_SHOWN, showControls } from "./controls.js";
import { acceptFiles } from "./dropping.js";
import { furnish } from "./furniture.js";
import { keyPressed } from "./keys.js";
import { numbersOf } from "./numbering.js";
import { soundOf } from "./sounds.js";
import { compilingText, doingOf, statusText, thinkingDetails } from "./status.js";
import { callWins } from "./worths.js";

const WALKS = ["move", "go", "undo", "redo", "remove", "try"]; // what leads away from a line that is only looked at

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
    this.learn.close();
    this.toast.close();
    this.sounds.close();
    this.forget();
    removeEventListener("keydown", this.keys);
    this.refuseFiles();
    delete document.body.dataset.state;
    this.root.style.removeProperty("--ratio");
  }

  // ------------------------------------------------------------------------------------------------------------------
  // What is heard and said

  /** Another address is to be shown, without opening the part anew. */
  visit(path, parameters) {
    return visit(this, path, parameters);
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
      begin(this, "/sittings", this.newGame.request());
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
    showBook(this);
  }

  send(message) {
    if (message.do !== "look") this.complain(null);
    if (WALKS.includes(message.do)) this.preview.close();
    this.conversation?.send(message);
  }

  // ------------------------------------------------------------------------------------------------------------------
  // What a person does

  move(name) {
    if (this.review.isOnItsWay) return;
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
    this.learn.visit(JSON.stringify([state.game, state.options]));
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
    showBook(this);
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
    this.plates.showTaken(looked ?? state);
    this.board.onDraw = looked ? null : (shapes) => this.send({ do: "draw", node: state.here, shapes });
    const before = this.board.state;
    if (looked) return this.board.show(looked, { isFlipped: this.isFlipped, isStep: looked.id === before?.id && looked.here === before.here + 1 });
    const playable = state.result === null && (this.isPersons || state.paused);
    if (this.review.isTrying) return this.board.show(state, { playable, hint: state.hint?.cells ?? [], isFlipped: this.isFlipped }); // no line tells what is best
    this.board.show({ ...state, legal: legal(this) }, { playable, hint: state.hint?.cells ?? [], isStep: this.isStep, ...this.boardLook() });
    const { width, height } = this.board.geometry.total;
    this.root.style.setProperty("--ratio", (width / height).toFixed(3)); // by which the board is as high as the window allows
  }

  /** What is shown on the board besides the position, and which way round. */
  boardLook() {
    const scores = this.analysis.shownScores();
    const arrows = this.book.arrows() ?? (scores ? [] : this.analysis.arrows());
    return { scores, arrows, pieces: this.analysis.pieces.shown(), isFlipped: this.isFlipped };
  }

  /** Play out, on the board, a bad move and what refutes it. */
  showWhy({ node, move, player, refutation }) {
    this.playOut({ node: this.parentOf(node), line: [{ move, player }, ...refutation], title: t("refutation-of", { move }) });
  }

  playOut(wanted) {
    this.preview.open({ id: this.state.id, numbers: numbersOf(this.state, wanted.node, wanted.line), ...wanted });
    this.bringBoard();
  }

  /** On a small screen the board may lie outside of it. */
  bringBoard() {
    this.boardHolder.scrollIntoView({ block: "nearest" });
  }

  /** What is in a pane is there when it is opened: a game that is over is reviewed at once. */
  paneOpened(name) {
    if (name === "files") this.files?.list();
    if (!this.state) return;
    if (name === "review" && this.state.result !== null) this.review.begin();
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
    this.announce(this.review.isTrying ? this.review.feedback() : statusText(state, this.last));
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

/** What a game says below its board. */
const captionText = (caption) => told(t(caption));
