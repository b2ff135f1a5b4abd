// What the play page is made of: its parts, where they stand, and what of them asks whom.

import { h } from "../dom.js";
import { Rules } from "../rules.js";
import { HELP, SHARE, STEPS, SWITCHES, icon } from "../signs.js";
import { say, t } from "../words.js";
import { Analysis } from "./analysis.js";
import { Annotate } from "./annotate.js";
import { begin, lettersOf, playBetween, rematch, switchMode } from "./arrival.js";
import { Bar } from "./bar.js";
import { Board } from "./board.js";
import { showChoices } from "./choices.js";
import { BOOK_SHOWN, giveUp, showControls } from "./controls.js";
import { Editor } from "./editor.js";
import { Explorer } from "./explorer.js";
import { Files } from "./files.js";
import { keysDialog } from "./keys.js";
import { Learn } from "./learn.js";
import { Moves } from "./moves.js";
import { NewGame } from "./newgame.js";
import { Panes } from "./panes.js";
import { Plates } from "./plates.js";
import { PositionField } from "./position.js";
import { Preview } from "./preview.js";
import { Review } from "./review.js";
import { Share } from "./share.js";
import { Sounds } from "./sounds.js";
import { Warning } from "./warning.js";

/** Make all that the page is made of, and put it into its place. */
export function furnish(table) {
  const button = (id, word, action, more = {}) => h("button", { type: "button", id, word, on: { click: action }, ...more });
  const symbol = (id, label, sign, action) => h("button", { type: "button", id, class: "symbol", "data-label": label, "data-title": label, on: { click: action } }, icon(sign));
  table.title = h("h1", { id: "title" }, "damier");
  table.opening = h("p", { id: "opening", class: "opening" });
  table.engineWords = h("span");
  table.engine = h("p", { id: "engine", class: "engine", hidden: true }, h("span", { class: "spinner", "aria-hidden": "true" }), table.engineWords);
  table.plates = new Plates();
  table.boardHolder = h("div", { id: "board", class: "board" });
  table.board = new Board(table.boardHolder, (name) => table.move(name), (moves) => showChoices(table, moves), true);
  table.bar = new Bar();
  table.caption = h("p", { id: "caption", class: "caption" });
  table.choices = h("div", { id: "choices", class: "choices", role: "group", "data-label": "choose-move", hidden: true });
  table.bookMoves = h("p", { id: "book-moves", class: "book-moves", hidden: true });
  table.status = h("p", { id: "status", class: "status", role: "status", "aria-live": "polite" });
  table.doing = h("p", { id: "doing", class: "numbers doing" }); // changes too often to be read out
  table.tables = h("p", { id: "tables", class: "numbers", role: "status" });
  table.warning = new Warning({
    back: (node) => table.go(table.parentOf(node)),
    look: (mistake) => table.showWhy(mistake),
    leave: () => table.send({ do: "forgive" }),
  });
  table.preview = new Preview((node, line) => table.send({ do: "look", node, line }), () => table.showBoard());
  table.typed = h("input", { type: "text", id: "typed", "data-placeholder": "type-short", maxlength: 200, autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
  table.typing = h(
    "form",
    { class: "typing", on: { submit: (event) => table.type(event) } },
    h("label", { for: "typed", class: "unseen", word: "type-move" }),
    table.typed,
    h("button", { type: "submit", word: "play-it" }),
  );
  table.actions = {
    undo: button("undo", "take-back", () => table.send({ do: "undo" })),
    hint: button("hint", "hint", () => table.send({ do: "hint" })),
    now: button("now", "move-now", () => table.send({ do: "now" })),
    pause: button("pause", "pause", () => table.send({ do: table.state.paused ? "resume" : "pause" })),
    step: button("step", "step", () => table.send({ do: "resume", steps: 1 })),
    resign: button("resign", "resign", () => giveUp(table)),
    rematch: button("rematch", "rematch", () => rematch(table), { class: "accent" }),
  };
  table.switched = switches(table, symbol);
  table.switchesHolder = h("div", { class: "switches" }, ...Object.values(table.switched));
  table.actionsRow = h("div", { class: "actions" }, ...Object.values(table.actions));
  table.movesHolder = h("div", { class: "moves-holder", id: "moves" });
  table.moves = new Moves(table.movesHolder, (node) => table.send({ do: "go", node }));
  table.walk = {
    first: symbol("first", "first", STEPS.first, () => table.go(0)),
    previous: symbol("previous", "previous", STEPS.previous, () => table.send({ do: "undo", count: 1 })),
    next: symbol("next", "next", STEPS.next, () => table.send({ do: "redo" })),
    last: symbol("last", "last", STEPS.last, () => table.go(table.state.line.at(-1))),
  };
  table.annotate = new Annotate((message) => table.send(message));
  table.event = h("p", { id: "event", class: "opening" });
  table.positionField = new PositionField({
    load: (text) => table.files.loadText(text), // the present game is among those that are kept
    edit: () => table.openEditor(),
    tell: (message) => table.toast.tell(message),
  });
  table.promote = button("promote", "make-main", () => table.send({ do: "promote", node: table.state.here }), { class: "link" });
  table.remove = button("delete", "delete-from-here", () => table.send({ do: "remove", node: table.state.here }), { class: "link" });
  table.theatre = h("a", { id: "to-theatre", class: "link", word: "to-theatre", href: "#/theatre" });
  table.panes = new Panes(["lines", "review", "explorer", "files"], (name) => table.paneOpened(name));
  const { panes } = table.panes;
  table.analysis = new Analysis(panes.lines, (message) => table.send(message), () => table.showBoard(), (words) => table.complain(words));
  table.review = new Review(panes.review, {
    send: (message) => table.send(message),
    look: (wanted) => table.playOut(wanted),
    toBoard: () => table.bringBoard(),
    bar: table.bar,
  });
  table.explorer = new Explorer(panes.explorer, {
    play: (move, walk) => table.send({ do: "move", move, walk }),
    learn: () => table.send({ do: "learn" }),
    changed: () => table.showBoard(),
    score: () => table.send({ do: "analyse", lines: table.state.lines, scores: true, threat: table.state.wants_threat }),
    refresh: () => table.send({ do: "state" }),
    wanted: () => ({ game: table.state.game, options: table.state.options }),
    complain: (message) => table.complain(message),
  });
  table.book = table.explorer.book;
  table.newGame = new NewGame(table.games, {
    begin: (request) => begin(table, "/sittings", request),
    apply: (settings) => table.send({ do: "set", ...settings }),
    edit: () => table.openEditor(table.newGame.chosen.name, table.newGame.chosenOptions()),
    complain: (message) => table.complain(message),
  });
  table.files = new Files(panes.files, {
    load: (text) => begin(table, "/import", { ...table.readAs(), text, ...table.newGame.settings(), analysis: true }),
    open: (id) => (location.hash = `#/play/${id}`),
    start: (path) => begin(table, path, { ...table.newGame.settings(), analysis: true }),
    wanted: () => table.readAs(),
    reveal: () => table.panes.open("files", false),
    letters: (name) => lettersOf(table, name),
    complain: (message) => table.complain(message),
    tell: (message) => table.toast.tell(message),
  });
  table.editor = new Editor({ use: (request, analysis) => begin(table, "/sittings", { ...table.newGame.settings(), ...(analysis ? { clock: null } : {}), ...request, analysis }) });
  table.share = new Share(table.games, {
    look: () => table.boardLook(),
    tell: (message) => table.toast.tell(message),
    complain: (message) => table.complain(message),
  });
  table.learn = new Learn({
    wanted: () => table.state && { game: table.state.game, options: table.state.options },
    play: (sides) => playBetween(table, sides),
    complain: (message) => table.complain(message),
  });
  table.mode = button("mode", "analyse", () => switchMode(table));
  table.keysDialog = keysDialog();
  table.rules = new Rules();
  const history = h(
    "section",
    { class: "history", "aria-labelledby": "moves-heading" },
    h("h2", { id: "moves-heading", class: "unseen", word: "moves" }),
    table.movesHolder,
    (table.smallRow = h("div", { class: "row small" }, h("div", { class: "walk" }, ...Object.values(table.walk), table.annotate.toggle), table.annotate.element, table.promote, table.remove, table.switchesHolder)),
  );
  table.root.append(
    h(
      "section",
      { class: "table", "aria-labelledby": "title" },
      h("div", { class: "around" }, table.bar.element, h("div", { class: "between" }, table.plates.top, table.boardHolder, table.plates.bottom)),
    ),
    h(
      "div",
      { class: "panel-beside" },
      h(
        "div",
        { class: "heading" },
        h(
          "div",
          { class: "names" },
          table.title,
          table.opening,
          table.event,
          h("div", { class: "links" }, button("open-rules", "rules", () => table.rules.open(table.state.game), { class: "link" }), table.theatre, table.learn.opener),
        ),
        h("div", { class: "row" }, button("open-new-game", "new-game", () => table.newGame.open()), table.mode, ...signs(table, symbol)),
      ),
      table.engine,
      h("div", { class: "telling" }, table.status, table.caption, table.doing, table.tables),
      table.choices,
      table.warning.element,
      table.preview.element,
      h("div", { class: "workspace" }, history, table.panes.bar, ...table.panes.elements),
      h("div", { class: "foot" }, table.bookMoves, table.actionsRow, h("div", { class: "writing" }, table.typing, table.positionField.element)),
    ),
    table.newGame.dialog,
    table.editor.dialog,
    table.share.dialog,
    table.keysDialog,
    table.rules.dialog,
    table.learn.dialog,
  );
  table.status.textContent = t("one-moment");
  say(table.root);
}

/** What of the board's manner is switched on and off, and remembered. */
function switches(table, symbol) {
  table.sounds = new Sounds();
  table.showsBook = localStorage.getItem(BOOK_SHOWN) !== "off";
  return {
    flip: symbol("flip", "flip", SWITCHES.flip, () => table.turn()),
    books: symbol("show-book", "show-book", SWITCHES.book, () => table.switchBook()),
    sound: symbol("sound", "sound", SWITCHES.sound, () => {
      table.sounds.turn(!table.sounds.isOn);
      showControls(table);
    }),
  };
}

/** Small buttons for what is not of the game itself. */
function signs(table, symbol) {
  return [
    symbol("open-share", "share", SHARE, () => table.state && table.share.open(table.state)),
    symbol("open-keys", "keys", HELP, () => table.keysDialog.showModal()),
  ];
}
