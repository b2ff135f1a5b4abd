// The theatre: one, two or three algorithms step through the same tree, side by side.

import { boardLeft } from "../board_left.js";
import { ask } from "../dom.js";
import { onLanguage, say } from "../words.js";
import { Address } from "./address.js";
import { Curtain } from "./curtain.js";
import { Ensemble } from "./ensemble.js";
import { walks } from "./keyboard.js";
import { legend } from "./legend.js";
import { Quiz } from "./quiz.js";
import { refusal } from "./refusals.js";
import { resultsOf } from "./results.js";
import { read, request, write } from "./scene.js";
import { Setup } from "./setup.js";
import { PACES, Transport } from "./transport.js";
import { h, t } from "./words.js";

export async function open(root, path, parameters) {
  const theatre = new Theatre(root);
  await theatre.begin(parameters);
  return theatre;
}

class Theatre {
  constructor(root) {
    this.root = root;
    this.asked = 0;
    this.ensemble = new Ensemble();
    this.address = new Address(() => write({ ...this.scene, zooms: this.ensemble.zooms, speed: this.transport.speed }));
    this.pressed = (event) => this.quiz?.key(event) || this.transport?.key(event);
    document.addEventListener("keydown", this.pressed);
    this.endLanguage = onLanguage(() => this.translate());
  }

  async begin(parameters) {
    const [repertoire, games] = await Promise.all([ask("GET", "/theatre"), ask("GET", "/games")]);
    this.repertoire = repertoire;
    this.setup = new Setup(repertoire, games, { onChange: (scene) => this.play(scene) });
    this.transport = new Transport({
      onMove: (moment) => this.goTo(moment),
      onPace: (pace) => this.setPace(pace),
      onSpeed: () => this.address.remember(),
      onChosen: () => this.ensemble.letFollow(),
      describe: () => this.ensemble.describe(),
      limit: () => this.quiz?.limit ?? Infinity,
    });
    this.quiz = new Quiz({
      toMoment: (moment) => this.transport.move(moment),
      onSeed: (seed) => this.setQuiz(seed),
      onOver: () => (this.results.hidden = false),
    });
    this.transport.below.append(this.quiz.element);
    this.build();
    this.setup.translate();
    await this.visit([], parameters);
  }

  build() {
    this.curtain = new Curtain({
      onCopy: async () => this.curtain.say(await this.address.copy()),
      onQuiz: () => this.setQuiz(this.scene.quiz === null ? 1 : null),
      onFollow: () => this.switchFollowing(),
      onCode: () => this.setCode({ hasCode: !this.scene.hasCode }),
    });
    this.notice = h("p", { class: "notice", role: "alert", hidden: true });
    this.stage = h("div", { class: "stage", tabindex: "-1", role: "group", "data-label": "stage" });
    this.legend = h("div", { class: "legend-place" });
    this.results = h("section", { class: "results card" });
    this.root.replaceChildren(this.curtain.element, this.setup.element, this.notice, this.transport.element, this.stage, this.legend, this.results);
    this.root.addEventListener("change", (event) => this.letGo(event));
  }

  /** Who has chosen by a click goes on with the arrow keys: the focus leaves what would need them itself. */
  letGo({ target }) {
    if (!walks() && target.matches("select, input[type=radio]")) this.stage.focus({ preventScroll: true });
  }

  /** Show what an address tells. */
  async visit(path, parameters) {
    this.transport.pause();
    const scene = read(parameters, this.repertoire, boardLeft()?.scene);
    this.setup.show(scene);
    await this.play(scene);
  }

  close() {
    this.isClosed = true;
    this.transport?.pause();
    this.address.forget();
    document.removeEventListener("keydown", this.pressed);
    this.endLanguage();
  }

  // ------------------------------------------------------------------------------------------------------------------
  // What is on the stage

  /** Ask for the searches of a scene and put them on the stage. */
  async play(scene) {
    const number = ++this.asked;
    this.transport.pause();
    this.scene = this.setup.scene = scene;
    this.setup.tellDepth(null);
    this.setup.showChosen(scene);
    this.stage.setAttribute("aria-busy", "true");
    const waiting = setTimeout(() => this.tell(t("searching"), "waiting"), 500);
    let evening = null;
    try {
      evening = await ask("POST", "/theatre", request(scene, this.repertoire));
    } catch (error) {
      if (number === this.asked && !this.isClosed) this.refuse(error);
      return;
    } finally {
      clearTimeout(waiting);
    }
    if (number !== this.asked || this.isClosed) return;
    this.notice.hidden = true;
    this.setup.blame();
    this.show(evening);
  }

  tell(words, kind = "") {
    this.notice.textContent = words;
    this.notice.className = `notice ${kind}`;
    this.notice.hidden = false;
  }

  /** Nothing can be shown, and why. */
  refuse(error) {
    this.lastError = error;
    this.evening = null;
    this.ensemble.leave();
    this.stage.replaceChildren();
    this.stage.removeAttribute("aria-busy");
    this.legend.replaceChildren();
    this.results.hidden = true;
    this.endQuiz();
    this.transport.setLength(0);
    this.transport.at = 0;
    this.transport.show();
    this.blame(error);
    this.address.remember();
  }

  /** What was refused: beside a typed tree, else above the stage. */
  blame(error) {
    const words = refusal(error.message);
    if (this.setup.blame(words)) this.notice.hidden = true;
    else this.tell(words);
  }

  show(evening) {
    this.evening = evening;
    this.lastError = null;
    if (this.scene.depth === null) this.setup.tellDepth(evening.depth);
    const wanted = this.scene.kind === "game" ? request(this.scene, this.repertoire) : null; // other trees have no positions
    this.ensemble.enter(evening, wanted, this.setup.letters, {
      onZoom: () => this.address.remember(),
      onStep: (one, step) => this.transport.move(this.ensemble.momentOf(one, step)),
      onListing: (listing) => this.setCode({ listing }),
      onClick: (one, node) => this.quiz.chooseNode(one, node),
    });
    this.stage.dataset.count = this.ensemble.all.length;
    this.stage.replaceChildren(...this.ensemble.elements);
    this.stage.removeAttribute("aria-busy");
    this.results.hidden = false;
    this.showLegend();
    this.transport.setSpeed(this.scene.speed);
    this.showCode();
    this.showFollowing();
    say(this.stage);
    this.beginQuiz();
    this.setTime(this.scene.pace);
    this.transport.goTo(this.scene.step);
    this.ensemble.zooms = this.scene.zooms;
    this.showResults();
  }

  showLegend() {
    if (!this.ensemble.isEmpty) this.legend.replaceChildren(legend(this.ensemble.all));
  }

  showResults() {
    if (this.evening) this.results.replaceChildren(...resultsOf(this.ensemble.all, this.evening));
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Time

  /** Count time in this way. */
  setTime(pace) {
    const length = this.ensemble.setPace(pace);
    this.transport.setPace(pace);
    this.transport.setLength(length);
  }

  /** Count time in another way from now on, and stay where the search that is furthest from its start is. */
  setPace(pace) {
    this.scene.pace = pace;
    if (this.ensemble.isEmpty) return;
    const { length, moment } = this.ensemble.changePace(pace);
    this.transport.setPace(pace);
    this.transport.setLength(length);
    this.transport.move(moment);
  }

  goTo(moment) {
    this.ensemble.goTo(moment);
    this.scene.step = moment;
    this.quiz.arrive(moment);
    this.address.remember();
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Questions

  /** Ask the questions of a seed from the start; null ends that. */
  setQuiz(seed) {
    this.scene.quiz = seed;
    if (this.ensemble.isEmpty) return;
    if (seed !== null) this.scene.step = 0;
    this.beginQuiz();
    this.setTime(this.scene.pace);
    this.transport.move(this.scene.step);
    this.showResults();
  }

  /** Whether it asks, as the scene tells; time is counted in steps then. */
  beginQuiz() {
    this.endQuiz();
    const { quiz } = this.scene;
    this.curtain.press("quiz", quiz !== null);
    this.results.hidden = quiz !== null;
    if (quiz === null) return;
    this.scene.pace = PACES[0];
    this.transport.paces.disabled = true;
    this.quiz.begin(this.ensemble.all, quiz, this.evening.infinity);
  }

  endQuiz() {
    this.quiz.end();
    this.transport.paces.disabled = false;
  }

  // ------------------------------------------------------------------------------------------------------------------
  // What is switched on and off

  /** Show code or not, and which: the pseudo-code of the books, or what runs. */
  setCode(changed) {
    Object.assign(this.scene, changed);
    this.showCode();
    this.address.remember();
  }

  showCode() {
    const { hasCode, listing } = this.scene;
    this.curtain.press("code", hasCode);
    this.stage.classList.toggle("without-code", !hasCode);
    this.ensemble.showCode(hasCode, listing);
  }

  switchFollowing() {
    this.scene.isFollowing = !this.scene.isFollowing;
    this.showFollowing();
    this.ensemble.letFollow();
    this.goTo(this.transport.at);
  }

  showFollowing() {
    this.curtain.press("follow", this.scene.isFollowing);
    this.ensemble.follow(this.scene.isFollowing);
  }

  translate() {
    this.setup?.translate();
    this.curtain?.translate();
    this.ensemble.translate();
    this.quiz?.show();
    this.transport?.translate();
    this.showLegend();
    if (this.lastError) this.blame(this.lastError);
    this.showResults();
  }
}
