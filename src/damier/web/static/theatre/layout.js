// Where the nodes of a tree go. Leaves stand at equal distances from left to right, families a little further apart, every
// father in the middle above his sons. The distance is the smallest at which no box touches its neighbour's. In a large tree
// that is seen small, the upper levels have room for larger boxes: `rooms` tells how much.

const FAMILY = 0.35; // how much further apart than brothers other neighbours stand
const GAP = 8;
const LEAST_STEP = 27;
const LEAST_STEP_BARE = 9;
const LEAST_LEVEL = 66;
const SHAPE = 2; // a wide tree is made at least half as high as it is wide
const MOST_DETAILED = 130; // leaves that are drawn with their values

export const BOX = 30; // the height of a node, and its least width
export const LEAF = 24; // the same of a leaf
export const MARK = 9; // a leaf without a value
export const VALUE_SIZE = 14;
export const SMALL_SIZE = 11;

/** About how wide a text is, rather too much than too little. */
export function textWidth(text, size) {
  let units = 0;
  for (const letter of text) units += ".,:;[]() |!'ijlftr".includes(letter) ? 0.36 : "∞≤≥−…mwMW".includes(letter) ? 0.85 : 0.6;
  return units * size;
}

/** Places of all nodes: `{x, y, width}`, and the size of the whole. */
export function layOut(tree, scale) {
  const isDetailed = tree.leaves <= MOST_DETAILED;
  const units = unitsOf(tree);
  const widest = Math.max(...tree.scores.map((score) => (score === null ? 0 : textWidth(scale.score(score), VALUE_SIZE))));
  const inner = Math.max(BOX, widest + textWidth("≥", VALUE_SIZE) + 12);
  const leaf = isDetailed ? Math.max(LEAF, widest + 8) : MARK;
  const widths = tree.scores.map((score) => (score === null ? inner : leaf));
  const step = stepOf(tree, units, widths, isDetailed);
  const xs = units.map((unit) => unit * step);
  const left = Math.min(...xs.map((x, node) => x - widths[node] / 2));
  const across = Math.max(...xs) - Math.min(...xs);
  const level = Math.max(LEAST_LEVEL, across / SHAPE / Math.max(2, tree.depth));
  const places = xs.map((x, node) => ({ x: x - left, y: BOX / 2 + tree.plies[node] * level, width: widths[node] }));
  const width = Math.max(...places.map((place) => place.x + place.width / 2));
  const rooms = roomsOf(tree, places, level);
  return { places, rooms, isDetailed, width, height: BOX + tree.depth * level + (isDetailed ? 16 : 0) };
}

/** How many steps from the leftmost leaf each node stands. */
function unitsOf(tree) {
  const units = new Array(tree.size).fill(0);
  let before = null;
  const waiting = [0];
  while (waiting.length) {
    const node = waiting.pop();
    if (tree.sons[node].length === 0) {
      if (before !== null) units[node] = units[before] + (tree.fathers[node] === tree.fathers[before] ? 1 : 1 + FAMILY);
      before = node;
    }
    for (let i = tree.sons[node].length - 1; i >= 0; i--) waiting.push(tree.sons[node][i]);
  }
  for (let node = tree.size - 1; node >= 0; node--) {
    const sons = tree.sons[node];
    if (sons.length) units[node] = (units[sons[0]] + units[sons.at(-1)]) / 2;
  }
  return units;
}

/** By ply: how many times as large its nodes could be before they touch. */
function roomsOf(tree, places, level) {
  const rooms = new Array(tree.depth + 1).fill((level * 0.55) / BOX);
  const last = [];
  places.forEach((place, node) => {
    const ply = tree.plies[node];
    if (last[ply] !== undefined) {
      const before = places[last[ply]];
      rooms[ply] = Math.min(rooms[ply], (place.x - before.x) / ((place.width + before.width) / 2 + 3));
    }
    last[ply] = node;
  });
  return rooms;
}

/** The smallest distance of leaves at which nothing touches its neighbour. */
function stepOf(tree, units, widths, isDetailed) {
  let step = isDetailed ? LEAST_STEP : LEAST_STEP_BARE;
  const last = [];
  for (let node = 0; node < tree.size; node++) {
    const before = last[tree.plies[node]];
    if (before !== undefined) {
      const apart = units[node] - units[before];
      let need = (widths[before] + widths[node]) / 2 + (tree.isLeaf(node) && tree.isLeaf(before) ? 3 : GAP);
      if (tree.named && isDetailed) {
        const names = (textWidth(tree.moves[before], SMALL_SIZE) + textWidth(tree.moves[node], SMALL_SIZE)) / 2 + 4;
        need = Math.max(need, names / 0.6);
      }
      step = Math.max(step, need / apart);
    }
    last[tree.plies[node]] = node;
  }
  return step;
}
