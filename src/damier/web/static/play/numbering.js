// The numbers of moves, as players write them: both players' moves have one, and it goes up when the first player moves again. A game
// begins with the number that its first position tells.

/** The number of a player's move after one with a number by the player `last`, or by nobody: then it is that number. */
export const numberAfter = (number, last, player) => (last === 1 && player === 0 ? number + 1 : number);

/** A number as it stands before a player's move: 4. or, of the second player, 4… */
export const numberText = (number, player) => (player === 0 ? `${number}.` : `${number}…`);

/** The numbers of moves that follow each other, after one with a number by the player `last`. */
function counted(moves, number, last = null) {
  return moves.map(({ player }) => {
    number = numberAfter(number, last, player);
    last = player;
    return number;
  });
}

/** The moves of a state that lead to a node, from the first on. */
function pathTo({ nodes }, node) {
  const byNumber = new Map(nodes.map((each) => [each.node, each]));
  const path = [];
  for (let at = byNumber.get(node); at; at = byNumber.get(at.parent)) path.unshift(at);
  return path;
}

/** What stands before each move of a line from a node on: its number, or nothing where that is told already. */
export function numbersOf(state, node, line) {
  const path = pathTo(state, node);
  const numbers = counted([...path, ...line], state.first_number).slice(path.length);
  return line.map(({ player }, i) => (player === 0 || i === 0 ? numberText(numbers[i], player) : ""));
}

/** The numbers of the moves along the line on the board, by node. */
export function numbersAlong(state) {
  const path = pathTo(state, state.line.at(-1));
  const numbers = counted(path, state.first_number);
  return new Map(path.map(({ node, player }, i) => [node, numberText(numbers[i], player)]));
}
