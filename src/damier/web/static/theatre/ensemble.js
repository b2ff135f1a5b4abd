// The searches that stand side by side, and the time they share: a moment is a step of each of them, or a node, or a leaf.

import { Notation } from "../notation.js";
import { Performance } from "./performance.js";
import { Positions } from "./position.js";
import { Tree } from "./replay.js";
import { Scale } from "./scores.js";
import { momentsOf } from "./transport.js";

export class Ensemble {
  constructor() {
    this.all = [];
    this.moments = []; // of each of them, the steps at which time stops
  }

  /** Take in the searches of an evening. `wanted` is the position they search, or null where nodes have none; `letters` those of figures. */
  enter(evening, wanted, letters, acts) {
    const notation = new Notation(letters);
    const shown = (name) => notation.shown(name);
    const placesOf = (tree) => wanted && new Positions(tree, wanted);
    const shared = new Tree(evening.tree);
    const sharedPositions = placesOf(shared);
    this.all = evening.performances.map((each) => {
      const [tree, scale] = [each.tree ? new Tree(each.tree) : shared, new Scale({ ...evening, tree: each.tree ?? evening.tree }, shown)];
      return new Performance(tree, scale, evening, each, { positions: each.tree ? placesOf(tree) : sharedPositions, ...acts });
    });
  }

  leave() {
    this.all = [];
  }

  get isEmpty() {
    return this.all.length === 0;
  }

  get elements() {
    return this.all.map((each) => each.element);
  }

  // ------------------------------------------------------------------------------------------------------------------

  /** Count time in a way; how many moments there are then. */
  setPace(pace) {
    this.moments = this.all.map((each) => momentsOf(each.performance.steps, pace));
    return Math.max(...this.moments.map((each) => each.length - 1));
  }

  /** Count time in another way; the moment at which the search that is furthest from its start stays where it is. */
  changePace(pace) {
    const step = Math.max(...this.all.map((each) => each.replay.at), 0);
    const furthest = this.all.findIndex((each) => each.replay.at === step);
    const length = this.setPace(pace);
    return { length, moment: Math.max(0, this.moments[furthest].findIndex((each) => each >= step)) };
  }

  goTo(moment) {
    this.all.forEach((each, i) => each.goTo(this.moments[i][Math.min(moment, this.moments[i].length - 1)]));
  }

  /** The moment of a step of one of the searches. */
  momentOf(performance, step) {
    return this.moments[this.all.indexOf(performance)].findIndex((each) => each >= step);
  }

  /** What happens now, for those who listen. */
  describe() {
    const isAlone = this.all.length === 1;
    return this.all.map((each) => (isAlone ? each.sentence : `${each.title}: ${each.sentence}`)).join(" ");
  }

  // ------------------------------------------------------------------------------------------------------------------

  get zooms() {
    return this.all.map((each) => each.zoom.text);
  }

  set zooms(texts) {
    this.all.forEach((each, i) => (each.zoom.text = texts[i]));
  }

  /** Whether enlarged trees move after the search. */
  follow(isFollowing) {
    for (const each of this.all) each.zoom.isFollowing = isFollowing;
  }

  /** Whoever looked at something else in an enlarged tree is led back to the search. */
  letFollow() {
    for (const each of this.all) each.zoom.isHeld = false;
  }

  showCode(hasCode, listing) {
    for (const each of this.all) {
      each.details.hidden = !hasCode;
      each.code.choose(listing);
    }
  }

  translate() {
    for (const each of this.all) each.translate();
  }
}
