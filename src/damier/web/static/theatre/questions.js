// Questions about the next step of a search, for classes: which there are, and some of them, chosen by a number so that everybody
// who has the link is asked the same. A question knows its step, its node and the answer; `asking.js` says it in words.
//
//     cut      is what is left of a node cut?              value    what goes up from a node?
//     next     which node comes next?                      bound    the value, at most or at least?
//     window   with which window is a node entered?        merit    which merit does SSS* give a leaf?

import { Replay } from "./replay.js";

export const MOST_QUESTIONS = 8;
const ORDER = ["cut-yes", "value", "next", "merit", "cut-no", "window", "bound"]; // of kinds that are chosen in turn
const MOST_CHOICES = 4;

/** Some questions about some searches, in the order of time, the same ones for the same seed. */
export function questionsOf(performances, seed, infinity) {
  const random = randomFrom(seed);
  const groups = new Map();
  performances.forEach(({ tree, performance }, which) => {
    for (const question of all(tree, performance, infinity, random)) {
      const group = question.kind === "cut" ? `cut-${question.answer}` : question.kind;
      const key = `${String(ORDER.indexOf(group)).padStart(2, "0")} ${which}`;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push({ ...question, which });
    }
  });
  const waiting = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, found]) => shuffled(found, random));
  const chosen = new Map(); // by step: one at a time is asked
  while (chosen.size < MOST_QUESTIONS && waiting.some((group) => group.length)) {
    for (const group of waiting) {
      const question = group.pop();
      if (question && chosen.size < MOST_QUESTIONS && !chosen.has(question.step)) chosen.set(question.step, question);
    }
  }
  return [...chosen.values()].sort((a, b) => a.step - b.step);
}

/** Everything that can be asked about a search. */
function* all(tree, performance, infinity, random) {
  const replay = new Replay(tree, performance, infinity);
  const hasCuts = performance.steps.kind.includes("cut");
  for (let step = 1; step < replay.length; step++) {
    replay.goTo(step);
    const [last, next] = [replay.last, replay.step(step)];
    const about = { step, node: next.node };
    if (tree.aside[next.node] || tree.aside[last.node]) continue; // what is set apart follows rules of its own
    if (performance.interval) {
      if (next.kind === "grow") yield* nodes(tree, replay, about, random);
      continue;
    }
    if (performance.has_list) {
      if (last.kind === "leaf" && next.kind === "insert") yield { ...about, kind: "merit", answer: next.value, before: replay.beta[next.node], leaf: last.value };
      if (next.kind === "take" && !next.isSolved) yield* nodes(tree, replay, about, random);
      continue;
    }
    if (next.kind === "leave") yield* leaving(replay, performance, about, next);
    if (performance.lanes) continue; // what other processors do then is nobody's guess
    if (hasCuts) yield* cutting(tree, replay, last, next, step);
    if (next.kind === "enter" && ["leaf", "leave", "hit", "cut"].includes(last.kind)) yield* nodes(tree, replay, about, random);
    if (next.kind === "enter" && !performance.exact) yield* entering(tree, replay, about, next, infinity, random);
  }
}

/** A son has come back, and others wait: are they cut? */
function* cutting(tree, replay, last, next, step) {
  const father = tree.fathers[last.node];
  if (father < 0 || !["leaf", "leave", "hit"].includes(last.kind)) return;
  const left = tree.movesFrom(father).filter((son) => !replay.tried[father]?.has(son)).length;
  if (!left) return;
  const isCut = next.kind === "cut" && next.node === father;
  const isNext = next.kind === "enter" && tree.fathers[next.node] === father && next.node !== last.node;
  if (isCut || isNext) {
    const window = { alpha: replay.alpha[father], beta: replay.beta[father] };
    yield { step, node: father, kind: "cut", answer: isCut ? "yes" : "no", value: isCut ? next.value : last.value, left, ...window };
  }
}

/** A node is left with a value: which, and what does it prove? */
function* leaving(replay, performance, about, { node, alpha, beta, value }) {
  const isExact = performance.exact || (alpha < value && value < beta);
  const sons = replay.tree.movesFrom(node).filter((son) => replay.visits[son]);
  if (isExact) yield { ...about, kind: "value", answer: value, sons };
  if (!performance.exact && !performance.lanes) yield { ...about, kind: "bound", answer: isExact ? "is" : value <= alpha ? "at-most" : "at-least", value, alpha, beta };
}

/** Which node comes next, of those that could. */
function* nodes(tree, replay, about, random) {
  const { node } = about;
  if (node === 0) return; // where else
  const brothers = tree.sons[tree.fathers[node]];
  const uncles = tree.fathers[node] > 0 ? tree.sons[tree.fathers[tree.fathers[node]]] : [];
  const onList = replay.list.map((state) => state.node);
  const near = [...new Set([...onList, ...brothers, ...uncles, ...tree.sons[node]])].filter((each) => each !== node && !tree.aside[each]);
  if (!near.length) return;
  const choices = [node, ...shuffled(near, random).slice(0, MOST_CHOICES - 1)].sort((a, b) => a - b);
  yield { ...about, kind: "next", answer: node, choices };
}

/** With which window a node is entered, of those that could be thought of. */
function* entering(tree, replay, about, { node, alpha, beta }, infinity, random) {
  if ((alpha <= 1 - infinity && beta >= infinity - 1) || node === 0) return;
  const father = tree.fathers[node];
  const met = [...new Set(tree.scores.filter((score, each) => score !== null && replay.visits[each]))];
  const other = met.length ? met[Math.floor(random() * met.length)] : 0;
  const guesses = [[-infinity, infinity], [replay.alpha[father], replay.beta[father]], [alpha, infinity], [-infinity, beta], [-infinity, other], [other, infinity]];
  const choices = new Map([[`${alpha},${beta}`, [alpha, beta]]]);
  for (const [low, high] of guesses) if (low < high && choices.size < MOST_CHOICES) choices.set(`${low},${high}`, [low, high]);
  if (choices.size > 1) yield { ...about, kind: "window", answer: `${alpha},${beta}`, choices: shuffled([...choices.values()], random), father, alpha, beta };
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffled(list, random) {
  const found = [...list];
  for (let i = found.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [found[i], found[other]] = [found[other], found[i]];
  }
  return found;
}
