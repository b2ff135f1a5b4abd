// The page: who moves when, what is asked of the server, and what is said about it.

import { Board } from "./board.js";

const TIMES = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 15, 60]; // seconds a move
const POLL = 300; // milliseconds between questions whether the engine is ready
const PAUSE = 350; // milliseconds between the moves of an engine that plays itself, at least
const FIRST_GAME = "connect4";
const STORED = "damier";
const LEVEL = "damier-level";
const STRONGEST = "strong"; // of the levels that every game has
const SOLVER_TIME = 10; // seconds
const NO_THOUGHT = "Nothing yet: it speaks when it moves, or when you ask for a hint.";

const $ = (id) => document.getElementById(id);
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let games = [];
let state = null; // of the game on the board
let turnOfPage = 0; // counts games and take-backs: an answer that belongs to an earlier one is not shown
let asked = 0; // counts the games asked for: only the last one is begun
let thinking = false; // whether the engine was asked and has not answered
let waiting = false; // whether another answer is awaited
let paused = false;
let hint = [];
let wantsScores = false; // whether the scores of moves are to be shown
let scores = null; // what was said of the moves of a position, with that position
let solving = null; // the question about them that is under way: the position it is about

const board = new Board($("board"), makeMove, showChoices);

// --------------------------------------------------------------------------------------------------------------------
// Asking the server

class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function ask(method, path, body) {
  const options = { method, headers: {} };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers["Content-Type"] = "application/json";
  }
  let response;
  try {
    response = await fetch(`/api${path}`, options);
  } catch {
    throw new Refusal("The server does not answer. Is damier still running?", 0);
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => ({ error: `The server answered ${response.status}.` }));
  if (!response.ok) throw new Refusal(answer.error, response.status);
  return answer;
}

const askGame = (method, action = "", body = undefined) => ask(method, `/sessions/${state.id}${action}`, body);

/** Do something that changes the game; while it lasts nothing else is begun. False if it was refused. */
async function change(action) {
  waiting = true;
  say(null);
  show();
  try {
    await action();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 404 && state && (await restore())) return true;
    say(error.message);
    return false;
  } finally {
    waiting = false;
    show();
  }
}

// --------------------------------------------------------------------------------------------------------------------
// The course of a game

/** What an option's control says, as the kind of value that the game wants. */
function optionOf(input) {
  if (input.type === "select-one") return JSON.parse(input.dataset.values)[input.selectedIndex];
  return { number: input.valueAsNumber, checkbox: input.checked }[input.type] ?? input.value;
}

function wanted() {
  const options = {};
  for (const input of $("options").querySelectorAll("input, select")) options[input.name] = optionOf(input);
  const person = document.querySelector("input[name=person]:checked").value;
  return {
    game: $("game").value,
    options,
    position: $("position").value.trim(),
    person: person === "0" || person === "1" ? Number(person) : person,
    seconds: TIMES[$("time").value],
  };
}

async function newGame(request = wanted()) {
  const number = ++asked;
  const begun = await change(async () => {
    const answer = await ask("POST", "/sessions", request);
    const old = number === asked ? state : answer;
    if (old) ask("DELETE", `/sessions/${old.id}`).catch(() => {});
    if (number !== asked) return;
    turnOfPage++;
    thinking = paused = false;
    clearThought();
    take(answer);
  });
  if (begun && number === asked) goOn();
  return begun;
}

/** Begin again where a game stood: after a reload, or when the server has forgotten it. */
async function restore() {
  const stored = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
  const game = stored && games.find((each) => each.name === stored.game);
  if (!game || Object.keys(stored.options).some((option) => !(option in game.options))) return false;
  sessionStorage.removeItem(STORED); // not twice, if it is refused
  choose(stored);
  state = null;
  return newGame({ ...stored, seconds: TIMES[$("time").value] });
}

function take(answer) {
  state = answer;
  showLevels();
  hint = [];
  const { game, options, start, person, history } = state;
  sessionStorage.setItem(
    STORED,
    JSON.stringify({ game, options, position: start, person, moves: history.map((step) => step.move) }),
  );
}

const isPersons = () => state.person === "both" || state.person === state.turn;
const isOver = () => state.result !== null;

/** Whose turn is it? If the engine's, it thinks. */
function goOn() {
  watchEngine();
  if (isOver() || isPersons() || paused) {
    show();
    askScores();
  } else think();
}

async function makeMove(name) {
  if (waiting || thinking) return;
  const page = turnOfPage;
  const made = await change(async () => {
    const answer = await askGame("POST", "/move", { move: name });
    if (page === turnOfPage) take(answer);
  });
  if (made && page === turnOfPage) goOn();
}

async function think() {
  const page = turnOfPage;
  thinking = true;
  say(null);
  show();
  try {
    const [answer] = await Promise.all([
      askGame("POST", "/think", { seconds: TIMES[$("time").value], level: $("level").value }),
      wait(state.person === "none" ? PAUSE : 0),
    ]);
    if (page !== turnOfPage) return;
    thinking = false;
    take(answer);
    if (answer.thought) showThought(answer.thought, "plays");
    goOn();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (page !== turnOfPage) return;
    thinking = false;
    if (error.status === 404 && (await restore())) return;
    say(error.message, true);
    show();
  }
}

async function takeBack() {
  const page = ++turnOfPage;
  thinking = false;
  paused = state.person === "none";
  const taken = await change(async () => {
    const answer = await askGame("POST", "/undo");
    if (page !== turnOfPage) return;
    clearThought();
    take(answer);
  });
  if (taken && page === turnOfPage) goOn();
}

async function askHint() {
  const page = turnOfPage;
  thinking = true;
  say(null);
  show();
  try {
    const answer = await askGame("POST", "/hint", { seconds: TIMES[$("time").value] });
    if (page !== turnOfPage || !answer.thought) return;
    take(answer);
    hint = answer.thought.cells;
    showThought(answer.thought, "suggests");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (page === turnOfPage) say(error.message);
  } finally {
    if (page === turnOfPage) {
      thinking = false;
      show();
    }
  }
}

/** What is on the board, told apart from what was there before. */
const onBoard = () => `${state.id} ${state.history.length} ${state.text}`;

const isSolving = () => solving?.position === onBoard();

/** Ask for the scores of the moves on the board, if they are to be shown and it is not the engine's turn. */
async function askScores() {
  const position = onBoard();
  const isKnown = scores?.position === position && scores.complete;
  if (!wantsScores || !state.can_score || isOver() || thinking || isKnown || isSolving()) return;
  const question = { position };
  solving = question;
  show();
  try {
    const answer = await askGame("POST", "/scores", { seconds: SOLVER_TIME });
    if (answer.player !== null) scores = { position, ...answer };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (position === onBoard()) say(error.message);
  } finally {
    if (solving === question) solving = null;
    show();
  }
}

function toggleScores() {
  wantsScores = !wantsScores;
  if (wantsScores) askScores();
  else if (solving) {
    solving = null;
    askGame("DELETE", "/scores").catch(() => {});
  }
  show();
}

/** While the engine is being prepared, ask now and then whether it is. */
let watching = false;
async function watchEngine() {
  if (watching) return;
  watching = true;
  try {
    while (!state.ready) {
      await wait(POLL);
      const { id } = state;
      const answer = await askGame("GET");
      if (state.id !== id) continue;
      state.ready = answer.ready;
      state.trouble = answer.trouble;
      showStatus();
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  } finally {
    watching = false;
  }
}

// --------------------------------------------------------------------------------------------------------------------
// Showing

function show() {
  if (!state) return;
  const free = !waiting && !thinking && !isOver();
  showScores(free);
  $("title").textContent = state.title;
  document.body.dataset.theme = state.board.theme;
  document.title = `${state.title} · damier`;
  $("caption").textContent = state.board.caption;
  $("text").value = state.text;
  for (const player of [0, 1]) showPlate(player);
  $("undo").disabled = waiting || !state.can_undo;
  $("hint").disabled = !free || !(isPersons() || paused);
  $("now").hidden = !thinking;
  $("pause").hidden = state.person !== "none" || isOver();
  $("pause").textContent = paused ? "Go on" : "Pause";
  showHistory();
  showStatus();
}

/** The board, with the scores if they are wanted, and a word about them. */
function showScores(free) {
  const isShown = wantsScores && state.can_score;
  const known = isShown && scores?.position === onBoard() ? scores : null;
  const shown = { known: known?.scores ?? [], exact: known?.exact ?? true, isSolving: isSolving() };
  board.show(state, free && isPersons(), hint, isShown ? shown : null);
  const isShort = known && !known.complete && !isSolving();
  $("scores").hidden = !state.can_score;
  $("scores").setAttribute("aria-pressed", wantsScores);
  $("scores").textContent = wantsScores ? "Hide scores" : "Show scores";
  $("scores-line").hidden = !isShown || isOver();
  $("scores-words").textContent = isShort
    ? `${SOLVER_TIME} s were not enough: ${known.scores.length} of ${state.legal.length} moves are known.`
    : (known?.words ?? "");
  $("longer").hidden = !isShort;
}

function showPlate(player) {
  const plate = $(`plate-${player}`);
  const isPerson = state.person === "both" || state.person === player;
  plate.querySelector(".who").textContent = state.players[player];
  plate.querySelector(".role").textContent = isPerson ? "you" : "damier";
  plate.classList.toggle("active", !isOver() && state.turn === player);
  plate.classList.toggle("winner", isOver() && state.winner === player);
}

function showStatus() {
  const engineWords = state.trouble ?? (state.ready ? (thinking ? "thinking…" : isSolving() ? "solving…" : "") : "preparing the engine…");
  $("engine").hidden = !engineWords;
  $("engine-words").textContent = engineWords;
  $("engine").classList.toggle("failed", state.trouble !== null);
  const status = $("status");
  status.classList.toggle("result", isOver());
  document.body.dataset.state = waiting ? "waiting" : thinking ? "thinking" : isOver() ? "over" : paused ? "paused" : "person";
  const words = statusWords();
  if (status.textContent !== words) status.textContent = words;
}

function statusWords() {
  if (isOver()) return state.winner !== null && state.winner === state.person ? `${state.result}. Well played!` : `${state.result}.`;
  if (paused) return "Paused.";
  const said = unseenMove();
  if (!isPersons() || thinking) return `${said}${state.players[state.turn]}: damier is thinking.`;
  if (state.legal.length === 1 && !state.legal[0].cells.length && isOnBoard()) return `${said}${onlyMove()}`;
  return said + (state.person === "both" ? `${state.players[state.turn]} to move.` : "Your move.");
}

/** Whether moves of this game are usually made on the board. */
const isOnBoard = () => state.board.cells.flat().some((cell) => cell.owner >= 0);

/** The last move in words, where nothing on the board shows it. */
function unseenMove() {
  const last = state.history.at(-1);
  if (!last || state.last.length || !isOnBoard()) return "";
  return `${state.players[last.player]}: ${last.move}. `;
}

/** What a player is told who has nothing on the board to point at. */
function onlyMove() {
  const who = state.person === "both" ? `${state.players[state.turn]} has` : "You have";
  return `${who} no other move than: ${state.legal[0].name}.`;
}

function say(words, canRetry = false) {
  $("notice").hidden = !words;
  $("notice-words").textContent = words ?? "";
  $("again").hidden = !canRetry;
}

/** Buttons for moves that have no cells to point at. */
function showChoices(moves) {
  focused = document.activeElement?.dataset?.choice ?? focused;
  $("choices").hidden = moves.length === 0;
  $("choices").replaceChildren(
    ...moves.map((move) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = move.name;
      button.dataset.choice = move.name;
      button.setAttribute("aria-label", `play ${move.name}`);
      button.classList.toggle("suggested", move.name === suggested);
      button.addEventListener("click", () => makeMove(move.name));
      return button;
    }),
  );
  if (moves.length && focused !== null) {
    const button = $("choices").querySelector(`[data-choice="${CSS.escape(focused)}"]`) ?? $("choices").firstChild;
    if ([document.body, null].includes(document.activeElement)) button.focus({ preventScroll: true });
    focused = null;
  }
}

let suggested = null; // the move of the last hint
let focused = null; // the choice that had the focus when the choices were last taken away

function step({ move, player }) {
  const item = document.createElement("li");
  item.className = `p${player}`;
  item.textContent = move;
  item.setAttribute("aria-label", `${state.players[player]}: ${move}`);
  return item;
}

function showHistory() {
  const list = $("history");
  if (list.childElementCount !== state.history.length || list.dataset.game !== state.id) {
    list.replaceChildren(...state.history.map(step));
    list.dataset.game = state.id;
    list.scrollTop = list.scrollHeight;
  }
  $("no-history").hidden = state.history.length > 0;
}

function showThought(thought, verb) {
  suggested = verb === "suggests" ? thought.move : null;
  const words = thought.words;
  $("value").replaceChildren(`${words[0].toUpperCase()}${words.slice(1)}`);
  const side = thought.value === 0 ? "" : `p${thought.value > 0 ? thought.player : 1 - thought.player}`;
  $("value").className = `value ${side}`;
  const depth = thought.exact ? "to the end" : `${thought.depth} moves ahead`;
  const seen = thought.nodes ? ` · ${short(thought.nodes)} positions` : ""; // the solver does not count them
  $("numbers").textContent = `damier ${verb} ${thought.move} · looked ${depth}${seen} · ${thought.seconds.toFixed(2)} s`;
  $("line").replaceChildren(...thought.line.map(step));
}

function clearThought() {
  suggested = null;
  $("value").replaceChildren(NO_THOUGHT);
  $("value").className = "value none";
  $("numbers").textContent = "";
  $("line").replaceChildren();
}

const short = (number) =>
  new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(number);

// --------------------------------------------------------------------------------------------------------------------
// The controls

function showTime() {
  const seconds = TIMES[$("time").value];
  $("time-words").textContent = `${seconds} s`;
  $("time").setAttribute("aria-valuetext", `${seconds} seconds`);
}

/** The levels of the game on the board; the one that was chosen stays, where there is one of that name. */
function showLevels() {
  const select = $("level");
  if ([...select.options].map((option) => option.value).join() === state.levels.join()) return;
  const chosen = localStorage.getItem(LEVEL);
  select.replaceChildren(...state.levels.map((level, i) => new Option(`${i + 1} ${level}`, level)));
  select.value = state.levels.includes(chosen) ? chosen : STRONGEST;
}

/** The options of a game as fields, one for each default. */
/** A list to choose from, for an option that can only be one of a few values. */
function selectOf(choices, value) {
  const select = document.createElement("select");
  select.dataset.values = JSON.stringify(choices);
  for (const choice of choices) select.add(new Option(choice === "" ? "the best" : choice, choice, false, choice === value));
  return select;
}

function showOptions(values = {}) {
  const { name, options, choices } = games.find((game) => game.name === $("game").value);
  $("options").replaceChildren(
    ...Object.entries(options).map(([option, normal]) => {
      const field = document.createElement("p");
      const label = document.createElement("label");
      const isChoice = option in choices;
      const input = isChoice ? selectOf(choices[option], values[option] ?? normal) : document.createElement("input");
      const isNumber = typeof normal === "number";
      const isTick = typeof normal === "boolean";
      field.className = isNumber ? "field" : isTick ? "field tick" : "field wide";
      input.id = label.htmlFor = `option-${name}-${option}`;
      label.textContent = option[0].toUpperCase() + option.slice(1).replaceAll("_", " ");
      input.name = option;
      field.append(label, input);
      if (isChoice) return field;
      input.type = isNumber ? "number" : isTick ? "checkbox" : "text";
      input.required = !isTick && normal !== "";
      if (isNumber && !Number.isInteger(normal)) input.step = "any";
      if (isTick) input.checked = values[option] ?? normal;
      else input.value = values[option] ?? normal;
      return field;
    }),
  );
}

/** Let the controls say what a request says. */
function choose({ game, options = {}, position = "", person = 0 }) {
  $("game").value = game;
  showOptions(options);
  $("position").value = position;
  $(`person-${person}`).checked = true;
}

$("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  newGame();
});
$("game").addEventListener("change", () => {
  $("position").value = "";
  showOptions();
  newGame();
});
$("setup").addEventListener("change", (event) => {
  if (event.target.name === "person" && state && state.history.length === 0 && $("setup").checkValidity()) newGame();
});
$("time").addEventListener("input", showTime);
$("level").addEventListener("change", () => localStorage.setItem(LEVEL, $("level").value));
$("undo").addEventListener("click", takeBack);
$("hint").addEventListener("click", askHint);
$("scores").addEventListener("click", toggleScores);
$("longer").addEventListener("click", askScores);
$("again").addEventListener("click", goOn);
$("now").addEventListener("click", () => askGame("POST", "/stop").catch(() => {}));
$("pause").addEventListener("click", () => {
  paused = !paused;
  if (paused) {
    if (thinking) askGame("POST", "/stop").catch(() => {});
    show();
  } else if (!thinking) goOn();
});

async function begin() {
  showTime();
  try {
    games = await ask("GET", "/games");
  } catch (error) {
    say(error.message);
    return;
  }
  $("game").replaceChildren(...games.map((game) => new Option(game.title, game.name)));
  if (await restore()) return;
  const first = games.find((game) => game.own) ?? games.find((game) => game.name === FIRST_GAME) ?? games[0];
  choose({ game: first.name });
  newGame();
}

begin();
