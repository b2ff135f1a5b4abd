// The position on the board that was left last, for parts of the page that can show one: whoever goes from a game to the theatre
// by the menu finds it there. It is not kept beyond the page: who comes by an address has no board behind him.

let left = null;

/** Remember a position, as an address tells it, and what its game is called; null where there is none to show. */
export function leaveBoard(scene, title) {
  left = scene && { scene, title };
}

/** What was left, or null. */
export const boardLeft = () => left;
