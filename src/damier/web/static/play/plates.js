// Who plays, with the clocks, what was taken and who is ahead.

import { h, svg } from "../dom.js";
import { inWriting, onLanguage, t } from "../words.js";
import { figure, figureName } from "./figures.js";
import { mannerOf } from "./levels.js";

const TICK = 100; // milliseconds
const HURRY = 20; // seconds from which on a clock is shown in red and with tenths

/** Seconds as a clock shows them. */
export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const rest = seconds < HURRY ? inWriting((Math.floor(seconds * 10) / 10).toFixed(1)) : String(whole % 60);
  const padded = rest.padStart(seconds < HURRY ? 4 : 2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${padded}` : `${minutes}:${padded}`;
}

/** What a player is called in the page's language: games name their own. */
export const playerName = (state, player) => t(state.players[player]);

/** Seconds that were thought, without tenths. */
function spentText(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), String(whole % 60).padStart(2, "0")];
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

export class Plates {
  constructor() {
    this.top = h("div", { class: "plate top" });
    this.bottom = h("div", { class: "plate bottom" });
    this.timer = setInterval(() => this.tick(), TICK);
    this.forget = onLanguage(() => this.state && this.show(this.state, this.isFlipped));
  }

  close() {
    clearInterval(this.timer);
    this.forget();
  }

  show(state, isFlipped) {
    this.state = state;
    this.isFlipped = isFlipped;
    this.received = performance.now();
    this.clocks = [null, null];
    this.fill(isFlipped ? this.bottom : this.top, 1);
    this.fill(isFlipped ? this.top : this.bottom, 0);
    this.takenShown = JSON.stringify([state.captured, state.material]);
    this.tick();
  }

  fill(plate, player) {
    const { state } = this;
    const side = state.sides[player];
    const manner = mannerOf(side);
    const name = state.analysis ? state.people[player] : "";
    const role = name ? name : side.program ? t("program-at", { level: manner }) : t("you");
    const isActive = state.result === null && state.turn === player;
    plate.className = `plate p${player}${isActive ? " active" : ""}${state.result?.winner === player ? " winner" : ""}`;
    plate.id = `plate-${player}`;
    const parts = [
      h("span", { class: "chip", "aria-hidden": "true" }),
      h("span", { class: "who" }, playerName(state, player)),
      h("span", { class: "role" }, role),
      isActive ? h("span", { class: "unseen" }, t("to-move")) : null,
      this.taken(player),
    ];
    if (state.clock) {
      const clock = h("span", { class: "clock", role: "timer", "aria-label": t("clock", { player: playerName(state, player) }) });
      this.clocks[player] = clock;
      parts.push(clock);
    }
    if (state.spent) {
      const label = t("thought-for", { player: playerName(state, player) });
      const spent = h("span", { class: "spent", role: "timer", "aria-label": label, title: label });
      this.clocks[player] = spent;
      parts.push(spent);
    }
    plate.replaceChildren(...parts.filter(Boolean));
  }

  /** Show what was taken until the position on the board, which may be one that is only looked at. */
  showTaken({ captured, material }) {
    const key = JSON.stringify([captured, material]);
    if (this.takenShown === key) return; // what is pointed at stays
    this.takenShown = key;
    for (const player of [0, 1]) {
      const plate = player === (this.isFlipped ? 1 : 0) ? this.bottom : this.top;
      plate.querySelector(".taken")?.replaceWith(this.taken(player, { captured, material }));
    }
  }

  /** The figures a player has taken, and by how much that is more. */
  taken(player, { captured, material } = this.state) {
    if (!captured) return null;
    const pieces = captured[player];
    const ahead = material[player] - material[1 - player];
    const box = h("span", { class: "taken" });
    for (const letter of pieces) {
      const cell = { look: "piece", owner: 1 - player, text: letter };
      box.append(svg("svg", { viewBox: "0 0 100 100", class: "small", "aria-hidden": "true" }, figure(cell, 50, 50, "")));
    }
    const named = pieces.map((letter) => t(`figure-${figureName({ look: "piece", text: letter })}`)).join(", ");
    if (pieces.length) box.append(h("span", { class: "unseen" }, t("captured", { player: playerName(this.state, player), pieces: named })));
    const total = t("material", { points: material[player] });
    box.append(h("span", { class: "material", title: total }, h("span", { class: "unseen" }, `${total} `), h("span", { "aria-hidden": "true" }, String(material[player]))));
    if (ahead > 0) box.append(h("span", { class: "ahead", title: t("ahead", { points: ahead }) }, `+${ahead}`));
    return box;
  }

  tick() {
    const { clock, spent } = this.state ?? {};
    const passed = (performance.now() - this.received) / 1000;
    if (spent) this.tickUp(spent, passed);
    if (!clock) return;
    for (const player of [0, 1]) {
      const left = Math.max(0, clock.left[player] - (clock.running === player ? passed : 0));
      const shown = this.clocks[player];
      if (!shown) continue;
      const text = clockText(left);
      if (shown.textContent !== text) shown.textContent = text;
      shown.classList.toggle("hurry", left < HURRY);
      shown.classList.toggle("running", clock.running === player);
    }
  }

  /** The time that was thought goes on for whose turn it is. */
  tickUp({ seconds, running }, passed) {
    for (const player of [0, 1]) {
      const text = spentText(seconds[player] + (running === player ? passed : 0));
      if (this.clocks[player] && this.clocks[player].textContent !== text) this.clocks[player].textContent = text;
    }
  }
}
