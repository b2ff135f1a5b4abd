// The numbers of moves, as players write them: both players' moves have one, and it goes up when the first player moves again.

/** The number of the move that comes after a node, and who made the last one; `nodes` are those of a state. */
function after(state, node) {
  const byNumber = new Map(state.nodes.map((each) => [each.node, each]));
  const path = [];
  for (let at = byNumber.get(node); at; at = byNumber.get(at.parent)) path.unshift(at);
  let [number, last] = [1, null];
  for (const { player } of path) {
    if (last === 1 && player === 0) number += 1;
    last = player;
  }
  return { number, last };
}

/** What stands before each move of a line from a node on: its number, or nothing where that is told already. */
export function numbersOf(state, node, line) {
  let { number, last } = after(state, node);
  return line.map(({ player }, i) => {
    if (last === 1 && player === 0) number += 1;
    last = player;
    return player === 0 ? `${number}.` : i === 0 ? `${number}…` : "";
  });
}
