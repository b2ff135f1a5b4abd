// A search played up to any step: what each node is by then, the path, the list G, the passes, the counters.
//
// What is known of a value (`low` and `high`, for Max) is what visits have proved, carried up to the fathers: a Max node is
// worth at least what its best son is, and at most what the best can still become.

export const UNSEEN = "not-seen";
export const VISITED = "visited";
export const CUT = "cut";
export const PURGED = "purged";

/** Whether a step turns to a node, which is what takes time. */
export const turnsToNode = ({ kind, solved }, i) => kind[i] === "enter" || (kind[i] === "take" && !solved[i]);

/** In which unit of time a step happens, from 1. */
export const unitOf = (steps, i) => steps.time[i] + (turnsToNode(steps, i) ? 1 : 0);

/** Whether a unit of time lies between two moments. */
export const isDuring = (unit, start, end) => start < unit && unit <= end;

export class Tree {
  constructor({ fathers, moves, max, scores, aside, named }) {
    Object.assign(this, { fathers, moves, max, scores, aside, named });
    this.size = fathers.length;
    this.sons = fathers.map(() => []);
    this.plies = new Array(this.size).fill(0);
    fathers.forEach((father, node) => {
      if (father < 0) return;
      this.sons[father].push(node);
      this.plies[node] = this.plies[father] + 1;
    });
    this.depth = this.plies.at(-1);
    this.leaves = scores.filter((score) => score !== null).length;
  }

  isLeaf(node) {
    return this.scores[node] !== null;
  }

  /** The sons that decide what a node is worth: a pass is no move. */
  movesFrom(node) {
    return this.sons[node].filter((son) => this.aside[son] !== "pass");
  }

  /** The nodes from the root to this one. */
  path(node) {
    const found = [];
    for (let at = node; at >= 0; at = this.fathers[at]) found.unshift(at);
    return found;
  }
}

export class Replay {
  constructor(tree, performance, infinity) {
    Object.assign(this, { tree, performance, infinity, steps: performance.steps });
    this.length = this.steps.kind.length;
    this.reset();
  }

  reset() {
    const { size } = this.tree;
    this.at = 0;
    this.visits = new Int32Array(size);
    this.low = new Int32Array(size).fill(-this.infinity);
    this.high = new Int32Array(size).fill(this.infinity);
    this.alpha = new Int32Array(size); // of the last visit
    this.beta = new Int32Array(size);
    this.seenIn = new Int32Array(size); // the pass of the last visit
    this.isCutNow = new Uint8Array(size); // by the last visit of the father
    this.wasCut = new Uint8Array(size);
    this.wasPurged = new Uint8Array(size);
    this.isHit = new Uint8Array(size); // the table answered the last visit
    this.mean = new Int32Array(size); // what a search with distributions thinks of it
    this.standing = new Map(); // by node: its estimate as it stands, beyond the horizon
    this.order = new Int32Array(size); // of a leaf: it was the search's so-manieth
    this.path = []; // from the root to where the search is
    this.tried = []; // by node: the sons entered so far in its last visit
    this.who = new Int16Array(size).fill(-1); // by node: the processor of the last visit
    this.where = new Map(); // by processor: the node it came to last, and when
    this.list = []; // G
    this.passes = [];
    this.entered = 0;
    this.leaves = 0;
    this.hits = 0;
    this.cuts = 0;
    this.longest = 0;
    this.rootPasses = 0;
    this.value = null; // of the root, once the search is over
    this.current = -1;
  }

  /** Play forward, or from the start, until so many steps are done. */
  goTo(step) {
    const wanted = Math.max(0, Math.min(step, this.length));
    if (wanted < this.at) this.reset();
    while (this.at < wanted) this.advance();
  }

  /** The step done last, or null before the first. */
  get last() {
    return this.at === 0 ? null : this.step(this.at - 1);
  }

  step(index) {
    const { kind, node, alpha, beta, value, solved, place, line, processor, time } = this.steps;
    return {
      kind: kind[index],
      node: node[index],
      alpha: alpha[index],
      beta: beta[index],
      value: value[index],
      isSolved: solved[index],
      place: place[index],
      line: line[index],
      processor: processor[index],
      time: time[index],
    };
  }

  /** How many nodes one processor could have visited by now: the one it has turned to counts. */
  get time() {
    return this.at === 0 ? 0 : unitOf(this.steps, this.at - 1);
  }

  /** The nodes at which processors are, by processor; only of a search by several. */
  get places() {
    const found = new Map();
    if (this.at === this.length) return found; // all have ended
    for (const { processor, start, end } of this.performance.lanes?.blocks ?? []) {
      const last = this.where.get(processor);
      if (isDuring(this.time, start, end) && last?.time >= start) found.set(processor, last.node);
    }
    return found;
  }

  /** What a node is by now. */
  status(node) {
    if (this.visits[node] > 0) return VISITED;
    if (this.wasPurged[node]) return PURGED;
    return this.wasCut[node] ? CUT : UNSEEN;
  }

  advance() {
    const step = this.step(this.at);
    this.at += 1;
    this.current = step.node;
    this[step.kind](step);
    if (step.kind !== "pass") this.path = this.tree.path(step.node);
    if (this.at === this.length) {
      this.value = this.performance.value;
      if (this.performance.interval) return;
      this.prove(0, this.value, this.value);
    }
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Searches that go down and come back

  enter({ node, alpha, beta, value, processor, time }) {
    this.visit(node, alpha, beta);
    if (this.performance.interval) this.back({ node, alpha, beta, value });
    this.who[node] = processor;
    this.where.set(processor, { node, time });
    this.isCutNow[node] = 0;
    for (const son of this.tree.sons[node]) this.isCutNow[son] = 0;
    this.tried[this.tree.fathers[node]]?.add(node);
    this.tried[node] = new Set();
  }

  visit(node, alpha, beta) {
    this.entered += 1;
    this.visits[node] += 1;
    this.alpha[node] = alpha;
    this.beta[node] = beta;
    this.seenIn[node] = this.rootPasses;
    this.isHit[node] = 0;
  }

  leaf({ node, value }) {
    this.leaves += 1;
    if (this.order[node] === 0) this.order[node] = this.leaves;
    if (this.performance.interval) return;
    this.prove(node, value, value);
    this.answer(node, value);
  }

  /** No leaf, beyond the horizon: its estimate as it stands counts, since nobody has to go on. */
  stand({ node, value }) {
    this.leaves += 1;
    if (this.order[node] === 0) this.order[node] = this.leaves;
    this.standing.set(node, value);
    this.prove(node, this.tree.max[node] ? value : -this.infinity, this.tree.max[node] ? this.infinity : value);
  }

  hit({ node, value }) {
    this.hits += 1;
    this.isHit[node] = 1;
    this.conclude(node, value);
  }

  cut({ node }) {
    const tried = this.tried[node];
    for (const son of this.tree.sons[node]) {
      if (tried.has(son)) continue;
      this.isCutNow[son] = this.wasCut[son] = 1;
      this.cuts += 1;
    }
  }

  leave({ node, alpha, beta, value }) {
    this.alpha[node] = alpha; // by then several processors may know more than when it was entered
    this.beta[node] = beta;
    this.conclude(node, value);
  }

  /** A processor gives up what it does. */
  stop({ processor }) {
    this.where.delete(processor);
  }

  /** A value is the bound for what is searched later. */
  bound() {}

  /** A visit ends with a value: what it proves depends on its window. */
  conclude(node, value) {
    this.prove(node, ...this.bounds(node, value));
    this.answer(node, value);
  }

  bounds(node, value) {
    const isExact = this.performance.exact || (this.alpha[node] < value && value < this.beta[node]);
    if (isExact) return [value, value];
    return value <= this.alpha[node] ? [-this.infinity, value] : [value, this.infinity];
  }

  pass({ node, alpha, beta }) {
    if (node === 0) {
      this.rootPasses += 1;
      this.path = [];
    }
    this.passes.push({ node, alpha, beta, value: null });
  }

  /** The pass that waits for this node's value has it. */
  answer(node, value) {
    const waiting = this.passes.findLast((each) => each.node === node && each.value === null);
    if (waiting) waiting.value = value;
  }

  // ------------------------------------------------------------------------------------------------------------------
  // SSS*: states enter and leave the list G

  insert({ node, isSolved, value, place }) {
    this.list.splice(place, 0, { node, isSolved, merit: value });
    this.longest = Math.max(this.longest, this.list.length);
    if (isSolved && this.visits[node] && !this.tree.isLeaf(node)) this.prove(node, ...this.bounds(node, value));
  }

  take({ node, isSolved, value, place }) {
    this.list.splice(place, 1);
    if (!isSolved) this.visit(node, -this.infinity, value);
  }

  purge({ node, place }) {
    this.list.splice(place, 1);
    this.wasPurged[node] = 1;
  }

  // ------------------------------------------------------------------------------------------------------------------
  // B* and BPIP: a tree grows in memory, and what is known of its nodes is told

  /** The sons of a node come next. */
  grow() {}

  back({ node, alpha, beta, value }) {
    this.low[node] = alpha;
    this.high[node] = beta;
    this.mean[node] = value;
  }

  /** What is known of a node, in writing. */
  known(node, scale) {
    if (this.performance.interval !== "spread") return scale.known(this.low[node], this.high[node]);
    return this.visits[node] ? scale.spread(this.mean[node], this.high[node] - this.mean[node]) : "";
  }

  // ------------------------------------------------------------------------------------------------------------------

  /** The value lies between these two; what that means for the fathers. */
  prove(node, low, high) {
    let at = node;
    while (at >= 0) {
      if (low <= this.low[at] && high >= this.high[at] && at !== node) return;
      this.low[at] = Math.max(this.low[at], low);
      this.high[at] = Math.min(this.high[at], high);
      at = this.tree.fathers[at];
      if (at < 0) return;
      const best = this.tree.max[at] ? Math.max : Math.min;
      const sons = this.tree.movesFrom(at);
      low = sons.reduce((found, son) => best(found, this.low[son]), this.standing.get(at) ?? this.low[sons[0]]);
      high = sons.reduce((found, son) => best(found, this.high[son]), this.standing.get(at) ?? this.high[sons[0]]);
    }
  }

  /** The counters of `damier search --json`, as far as they have come. */
  get counters() {
    const { performance } = this;
    const found = { leaves: [this.leaves, performance.leaves], nodes: [this.entered, performance.nodes] };
    if (performance.has_table) found.hits = [this.hits, performance.hits];
    if (performance.passes > 1) found.passes = [this.rootPasses, performance.passes];
    if (performance.lanes) found.time = [this.time, performance.lanes.time];
    if (performance.has_list) found.memory = [this.longest, performance.memory];
    return found;
  }
}
