// The position of the node at which a search is, as a small board beside the tree. The server is asked for those of the
// nodes that come next, many at once and one request at a time, and what it has told is kept: a step that was prepared draws
// at once, and who drags along the time line asks for what they stop at.

import { ask } from "../dom.js";
import { Board } from "../play/board.js";
import { t as word } from "../words.js";
import { COLOURS } from "./lanes.js";
import { h, t } from "./words.js";

const AT_ONCE = 32; // positions in a request
const AHEAD = 12; // nodes that are to be known before they are come to
const MOST_BOARDS = 4; // processors that have a board each
const FARTHEST = 400; // steps that are looked through for them

/** The positions of the nodes of one tree. */
export class Positions {
  constructor(tree, { game, options = {}, position = "" }) {
    Object.assign(this, { tree, wanted: { game, options, position } });
    this.known = new Map(); // by node
    this.players = ["", ""];
    this.isAsking = false;
    this.listeners = []; // called once more is known
  }

  /** What is known of a node: undefined so far, null for ever. The nodes that come next are asked for too. */
  get(node, coming) {
    const missing = [...new Set([node, ...coming])].filter((each) => !this.known.has(each));
    const isPressing = !this.known.has(node) || coming.slice(0, AHEAD / 2).some((each) => !this.known.has(each));
    if (isPressing && missing.length && !this.isAsking) this.ask(missing.slice(0, AT_ONCE));
    return this.known.get(node);
  }

  async ask(nodes) {
    this.isAsking = true;
    try {
      const { players, nodes: told } = await ask("POST", "/theatre/positions", { ...this.wanted, paths: nodes.map((node) => this.path(node)) });
      this.players = players;
      nodes.forEach((node, i) => this.known.set(node, told[i]));
    } catch {
      for (const node of nodes) this.known.set(node, null); // it is not asked for again and again
    }
    this.isAsking = false;
    for (const listener of this.listeners) listener();
  }

  /** The moves from the root to a node, by their names; a pass is none. */
  path(node) {
    return this.tree.path(node).slice(1).map((each) => (this.tree.aside[each] === "pass" ? null : this.tree.moves[each]));
  }
}

/** The boards of one search: one, or one for each of a few processors. */
export class Boards {
  constructor(positions, scale, replay) {
    const count = replay.performance.lanes?.processors ?? 1;
    const isShared = count > 1 && count <= MOST_BOARDS;
    this.replay = replay;
    this.boards = Array.from({ length: isShared ? count : 1 }, (_, who) => new Position(positions, scale, replay, isShared ? who : null));
    this.chosen = null;
    this.element = h("div", { class: isShared ? "positions several" : "positions" }, ...this.boards.map((each) => each.element));
  }

  /** Show where the search is, or a node that a person has chosen: on the board of who has visited it. */
  show(chosen = null) {
    this.chosen = chosen;
    const who = chosen !== null && this.boards.length > 1 ? Math.max(0, this.replay.who[chosen]) : 0;
    this.boards.forEach((each, i) => each.show(i === who ? chosen : null));
  }
}

class Position {
  /** `who` is the processor whose node is shown; null for the node at which the whole search is. */
  constructor(positions, scale, replay, who) {
    Object.assign(this, { positions, scale, replay, who });
    this.holder = h("div", { class: "board" });
    this.caption = h("figcaption", {});
    this.element = h("figure", { class: who === null ? "position" : `position lane-${who % COLOURS}` }, this.holder, this.caption);
    this.board = new Board(this.holder);
    this.chosen = null;
    positions.listeners.push(() => this.show(this.chosen));
  }

  /** The node at which the search, or its processor, is. */
  get here() {
    if (this.who !== null) this.node = this.replay.at === 0 ? 0 : (this.replay.places.get(this.who) ?? this.node ?? 0);
    return this.who === null ? Math.max(0, this.replay.current) : this.node;
  }

  /** Show that node, or one that a person has chosen. */
  show(chosen = null) {
    this.chosen = chosen;
    const node = chosen ?? this.here;
    const isIdle = this.who !== null && chosen === null && !this.replay.places.has(this.who);
    this.element.classList.toggle("idle", isIdle);
    const told = this.positions.get(node, this.coming());
    this.element.toggleAttribute("aria-busy", told === undefined);
    if (told === undefined) return; // the board that was there stays until the next is known
    this.element.hidden = told === null;
    if (told === null) return;
    const { board, last, turn } = told;
    const { players } = this.positions;
    this.element.dataset.theme = board.theme;
    this.element.dataset.node = node;
    this.board.show({ id: `node ${node}`, here: node, text: `${node}`, title: this.scale.called(node), players, board, legal: [], last, turn });
    const where = node === 0 ? t("position-root") : this.scale.name(node);
    const whose = this.replay.tree.isLeaf(node) ? "" : t("position-turn", { player: word(players[turn]) });
    if (this.who === null) this.caption.replaceChildren(h("b", {}, where), whose ? ` ${whose}` : "");
    else this.caption.replaceChildren(h("b", { class: "lane-name" }, String(this.who + 1)), ` ${isIdle ? t("position-idle") : where}`);
  }

  /** The nodes that the search comes to next. */
  coming() {
    const { node } = this.replay.steps;
    const found = new Set();
    for (let i = this.replay.at; i < Math.min(node.length, this.replay.at + FARTHEST) && found.size < AT_ONCE; i++) found.add(node[i]);
    return [...found];
  }
}
