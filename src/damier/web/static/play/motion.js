// How a move is seen to be made: pieces slide, what is taken fades, discs turn over from the one that was placed outwards, seeds
// are sown one by one. It is only a show: the board beneath is already that after the move, and whatever a person does ends it.

import { svg } from "../dom.js";
import { cellsBefore, compare } from "./changes.js";
import { isSeeds } from "./draw.js";

const LEG = 200; // milliseconds from a cell to the next
const FADE = 160;
const [TURN, NEXT_DISC] = [240, 70]; // a disc turns over, and the next one begins
const [STEP, ALL_STEPS] = [120, 1500]; // a step of a move that has several, and all of them at most
const LONGEST = 900; // of pieces that go far

const wantsStillness = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  /** Shows the moves of one board. */
  constructor(board) {
    this.board = board;
    this.end = () => this.finish();
    this.running = [];
  }

  /** Show the move that led to the state on the board, which is drawn already. */
  begin() {
    this.finish();
    const { state, geometry, cells, picture } = this.board;
    if (wantsStillness.matches || document.hidden || !state.changed?.length) return;
    const before = cellsBefore(state.board.cells, state.changed);
    this.layer = picture.querySelector(".motion");
    if (state.steps?.length) this.step(before, state.steps);
    else if (geometry.kind === "squares") this.move(before, compare(before, state.board.cells, state.last), cells);
    if (!this.running.length && !this.timer) return;
    picture.dataset.moving = state.steps?.length ? "steps" : "pieces";
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, this.end, true);
    if (!this.timer) Promise.all(this.running.map((each) => each.finished)).then(this.end, () => {});
  }

  /** Everything stands where it belongs. */
  finish() {
    if (!this.layer) return;
    for (const name of ["pointerdown", "keydown"]) removeEventListener(name, this.end, true);
    clearTimeout(this.timer);
    this.timer = null;
    for (const each of this.running) each.cancel();
    this.running = [];
    this.layer.replaceChildren();
    this.layer = null;
    const { picture } = this.board;
    for (const away of picture.querySelectorAll(".away")) away.classList.remove("away");
    if (picture.dataset.moving === "steps") this.board.drawCells();
    delete picture.dataset.moving;
  }

  /** Let something move above the board, in the place of what stands in a cell. */
  show(elements, frames, timing) {
    const shown = svg("g", { class: "mover" }, ...elements);
    this.layer.append(shown);
    const animation = shown.animate(frames, { fill: "both", ...timing });
    this.running.push(animation);
    return shown;
  }

  /** Pieces slide along their ways, taken ones fade when they are passed, discs turn over. */
  move(before, { slides, taken, turned }, cells) {
    const { geometry, state } = this.board;
    const legs = Math.max(0, ...slides.map((way) => way.length - 1));
    const time = Math.min(LONGEST, LEG * legs);
    const wayOf = slides[0] ?? [];
    for (const place of taken) {
      const delay = Math.max(0, time * passed(geometry, wayOf, place) - FADE / 2);
      this.show(cells.piece(before[place[0]][place[1]], place), [{ opacity: 1 }, { opacity: 0 }], { duration: FADE, delay });
    }
    for (const way of this.board.wasDragged ? slides.slice(1) : slides) {
      const goal = way.at(-1);
      const [x, y] = geometry.middle(goal);
      const frames = way.map((place) => {
        const [px, py] = geometry.middle(place);
        return { transform: `translate(${px - x}px, ${py - y}px)`, easing: "ease-in-out" };
      });
      cells.standing(goal)?.classList.add("away");
      this.show(cells.piece(state.board.cells[goal[0]][goal[1]], goal), frames, { duration: time });
    }
    this.turn(turned, cells);
  }

  /** Discs turn over one after the other, the nearest to the last move first. */
  turn(turned, cells) {
    const { state } = this.board;
    const [row, column] = state.last.at(-1) ?? [0, 0];
    const distance = ({ place }) => Math.max(Math.abs(place[0] - row), Math.abs(place[1] - column));
    for (const { place, was } of turned) {
      const delay = 90 + NEXT_DISC * (distance({ place }) - 1);
      const now = state.board.cells[place[0]][place[1]];
      cells.standing(place)?.classList.add("away");
      const [open, edgeOn] = [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }];
      const timing = { duration: TURN / 2, delay };
      this.show(cells.piece(was, place), [open, edgeOn], timing).classList.add("turning");
      this.show(cells.piece(now, place), [edgeOn, open], { ...timing, delay: delay + TURN / 2 }).classList.add("turning");
    }
  }

  /** A move in several steps: what changes at each of them is drawn, with the seeds that are still in the hand above it. */
  step(before, steps) {
    const { state, geometry, cells } = this.board;
    const pause = Math.min(STEP, ALL_STEPS / steps.length);
    const total = numberOf(before);
    const now = before.map((line) => [...line]);
    for (const { place, cell } of state.changed) cells.replace(cell, place);
    const hand = svg("g", { class: "hand", "aria-hidden": "true" });
    this.layer.append(hand);
    const go = (at) => {
      if (at === steps.length) return this.finish();
      for (const { place, cell } of steps[at]) {
        now[place[0]][place[1]] = cell;
        cells.replace(cell, place).classList.add("stepped");
      }
      const left = total - numberOf(now);
      hand.replaceChildren();
      if (geometry.hasSeeds && left > 0 && steps[at].length) {
        const { place } = steps[at].at(-1);
        const { x, y, width, height } = geometry.hollow(place);
        const [cx, cy] = [x + width / 2, geometry.numberAbove(place) ? y + height - 2 : y + 2]; // on its inner rim
        hand.append(svg("circle", { cx, cy, r: 19 }), svg("text", { x: cx, y: cy }, left));
      }
      this.timer = setTimeout(() => go(at + 1), pause);
    };
    this.timer = setTimeout(() => go(0), pause / 2);
  }
}

/** All seeds on a board. */
const numberOf = (cells) => cells.flat().reduce((sum, cell) => sum + (isSeeds(cell) ? Number(cell.text) : 0), 0);

/** When a way passes a cell, from 0 to 1: what is taken fades then. */
function passed(geometry, way, place) {
  if (way.length < 2) return 0;
  const [x, y] = geometry.middle(place);
  const legs = way.length - 1;
  let best = { far: Infinity, at: 1 };
  for (let leg = 0; leg < legs; leg++) {
    const [[ax, ay], [bx, by]] = [geometry.middle(way[leg]), geometry.middle(way[leg + 1])];
    const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const share = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
    const far = Math.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y);
    if (far < best.far - 1) best = { far, at: (leg + share) / legs };
  }
  return best.at;
}
