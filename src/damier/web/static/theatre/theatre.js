// The theatre: one, two or three algorithms step through the same tree, side by side.

import { ask } from "../dom.js";
import { onLanguage, say } from "../words.js";
import { legend } from "./legend.js";
import { walks } from "./keyboard.js";
import { Performance } from "./performance.js";
import { Positions } from "./position.js";
import { Tree } from "./replay.js";
import { Quiz } from "./quiz.js";
import { refusal } from "./refusals.js";
import { resultsOf } from "./results.js";
import { SCENES, read, request, write } from "./scene.js";
import { Scale } from "./scores.js";
import { Setup } from "./setup.js";
import { PACES, Transport, momentsOf } from "./transport.js";
import { h, t } from "./words.js";

const SETTLED = 400; // milliseconds after which the address tells where we are: browsers take few changes a second

export async function open(root, path, parameters) {
  const theatre = new Theatre(root);
  await theatre.begin(parameters);
  return theatre;
}

class Theatre {
  constructor(root) {
    this.root = root;
    this.asked = 0;
    this.performances = [];
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
      onSpeed: () => this.remember(),
      onChosen: () => this.performances.forEach((each) => (each.zoom.isHeld = false)),
      describe: () => this.describe(),
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
    this.notice = h("p", { class: "notice", role: "alert", hidden: true });
    this.stage = h("div", { class: "stage", tabindex: "-1", role: "group", "data-label": "stage" });
    this.legend = h("div", { class: "legend-place" });
    this.results = h("section", { class: "results card" });
    this.scenes = h("select", { class: "scenes", "data-label": "scenes", on: { change: () => this.begun() } });
    this.copied = h("span", { class: "copied", role: "status" });
    this.root.replaceChildren(
      h(
        "header",
        { class: "curtain" },
        h("div", {}, h("h1", { word: "theatre" }), h("p", { class: "intro", word: "intro" })),
        h(
          "div",
          { class: "sharing" },
          this.scenes,
          h("button", { type: "button", word: "copy-link", on: { click: () => this.copyLink() } }),
          h("button", { type: "button", word: "quiz", "data-title": "quiz-long", "aria-pressed": "false", class: "quiz-switch", on: { click: () => this.setQuiz(this.scene.quiz === null ? 1 : null) } }),
          h("button", { type: "button", word: "follow", "data-title": "follow-long", "aria-pressed": "true", class: "follow-switch", on: { click: () => this.switchFollowing() } }),
          h("button", { type: "button", word: "show-code", "aria-pressed": "true", class: "code-switch", on: { click: () => this.switchCode() } }),
          this.copied,
        ),
      ),
      this.setup.element,
      this.notice,
      this.transport.element,
      this.stage,
      this.legend,
      this.results,
    );
    this.showScenes();
    this.codeSwitch = this.root.querySelector(".code-switch");
    this.quizSwitch = this.root.querySelector(".quiz-switch");
    this.followSwitch = this.root.querySelector(".follow-switch");
    this.root.addEventListener("change", (event) => this.letGo(event));
  }

  /** Who has chosen by a click goes on with the arrow keys: the focus leaves what would need them itself. */
  letGo({ target }) {
    if (!walks() && target.matches("select, input[type=radio]")) this.stage.focus({ preventScroll: true });
  }

  /** One of the scenes to begin with was chosen. */
  begun() {
    const { value } = this.scenes;
    this.scenes.value = "";
    if (value) location.hash = `#/theatre?${SCENES[value]}`;
  }

  showScenes() {
    this.scenes.replaceChildren(new Option(t("scenes"), ""), ...Object.keys(SCENES).map((each) => new Option(t(`scene-${each}`), each)));
  }

  /** Show what an address tells. */
  async visit(path, parameters) {
    this.transport.pause();
    const scene = read(parameters, this.repertoire);
    this.setup.show(scene);
    await this.play(scene);
  }

  close() {
    this.isClosed = true;
    this.transport?.pause();
    clearTimeout(this.remembering);
    document.removeEventListener("keydown", this.pressed);
    this.endLanguage();
  }

  // ------------------------------------------------------------------------------------------------------------------

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
    this.performances = [];
    this.stage.replaceChildren();
    this.stage.removeAttribute("aria-busy");
    this.legend.replaceChildren();
    this.results.hidden = true;
    this.endQuiz();
    this.transport.setLength(0);
    this.transport.at = 0;
    this.transport.show();
    this.blame(error);
    this.remember();
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
    const placesOf = (tree) => wanted && new Positions(tree, wanted);
    const shared = new Tree(evening.tree);
    const sharedPositions = placesOf(shared);
    this.performances = evening.performances.map((each) => {
      const [tree, scale] = [each.tree ? new Tree(each.tree) : shared, new Scale({ ...evening, tree: each.tree ?? evening.tree })];
      return new Performance(tree, scale, evening, each, {
        positions: each.tree ? placesOf(tree) : sharedPositions,
        onZoom: () => this.remember(),
        onStep: (one, step) => this.toStep(one, step),
        onListing: (listing) => this.setListing(listing),
        onClick: (one, node) => this.quiz.chooseNode(one, node),
      });
    });
    this.stage.dataset.count = this.performances.length;
    this.stage.replaceChildren(...this.performances.map((each) => each.element));
    this.stage.removeAttribute("aria-busy");
    this.results.hidden = false;
    this.legend.replaceChildren(legend(this.performances));
    this.transport.setSpeed(this.scene.speed);
    this.showCode();
    this.showFollowing();
    say(this.stage);
    this.beginQuiz();
    this.setTime(this.scene.pace);
    this.transport.goTo(this.scene.step);
    this.performances.forEach((each, i) => (each.zoom.text = this.scene.zooms[i]));
    this.showResults();
  }

  /** Count time in this way. */
  setTime(pace) {
    this.moments = this.performances.map((each) => momentsOf(each.performance.steps, pace));
    this.transport.setPace(pace);
    this.transport.setLength(Math.max(...this.moments.map((each) => each.length - 1)));
  }

  /** Count time in another way from now on, and stay where the search that is furthest from its end is. */
  setPace(pace) {
    const step = Math.max(...this.performances.map((each) => each.replay.at), 0);
    const longest = this.performances.findIndex((each) => each.replay.at === step);
    this.scene.pace = pace;
    if (!this.performances.length) return;
    this.setTime(pace);
    const moment = this.moments[longest].findIndex((each) => each >= step);
    this.transport.move(Math.max(0, moment));
  }

  goTo(moment) {
    this.performances.forEach((each, i) => each.goTo(this.moments[i][Math.min(moment, this.moments[i].length - 1)]));
    this.scene.step = moment;
    this.quiz.arrive(moment);
    this.remember();
  }

  // ------------------------------------------------------------------------------------------------------------------

  /** Ask the questions of a seed from the start; null ends that. */
  setQuiz(seed) {
    this.scene.quiz = seed;
    if (!this.performances.length) return;
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
    this.quizSwitch.setAttribute("aria-pressed", quiz !== null);
    this.results.hidden = quiz !== null;
    if (quiz === null) return;
    this.scene.pace = PACES[0];
    this.transport.paces.disabled = true;
    this.quiz.begin(this.performances, quiz, this.evening.infinity);
  }

  endQuiz() {
    this.quiz.end();
    this.transport.paces.disabled = false;
  }


  /** Go to a step of one of the searches. */
  toStep(performance, step) {
    const moments = this.moments[this.performances.indexOf(performance)];
    this.transport.move(moments.findIndex((each) => each >= step));
  }

  /** What happens now, for those who listen. */
  describe() {
    const isAlone = this.performances.length === 1;
    return this.performances.map((each) => (isAlone ? each.sentence : `${each.title}: ${each.sentence}`)).join(" ");
  }

  // ------------------------------------------------------------------------------------------------------------------

  /** The address tells where we are, once that stays the same for a moment. */
  remember() {
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => history.replaceState(null, "", this.link), SETTLED);
  }

  get link() {
    const zooms = this.performances.map((each) => each.zoom.text);
    return write({ ...this.scene, zooms, speed: this.transport.speed });
  }

  async copyLink() {
    clearTimeout(this.remembering);
    history.replaceState(null, "", this.link);
    try {
      await navigator.clipboard.writeText(location.href);
      this.copied.textContent = t("link-copied");
    } catch {
      this.copied.textContent = t("link-in-address");
    }
    setTimeout(() => (this.copied.textContent = ""), 4000);
  }

  switchCode() {
    this.scene.hasCode = !this.scene.hasCode;
    this.showCode();
    this.remember();
  }

  /** Show the pseudo-code of the books, or the code that runs, of all searches. */
  setListing(listing) {
    this.scene.listing = listing;
    this.showCode();
    this.remember();
  }

  switchFollowing() {
    this.scene.isFollowing = !this.scene.isFollowing;
    this.showFollowing();
    this.performances.forEach((each) => (each.zoom.isHeld = false));
    this.goTo(this.transport.at);
  }

  showFollowing() {
    this.followSwitch.setAttribute("aria-pressed", this.scene.isFollowing);
    for (const each of this.performances) each.zoom.isFollowing = this.scene.isFollowing;
  }

  showCode() {
    this.codeSwitch.setAttribute("aria-pressed", this.scene.hasCode);
    this.stage.classList.toggle("without-code", !this.scene.hasCode);
    for (const each of this.performances) {
      each.details.hidden = !this.scene.hasCode;
      each.code.choose(this.scene.listing);
    }
  }

  // ------------------------------------------------------------------------------------------------------------------

  showResults() {
    if (this.evening) this.results.replaceChildren(...resultsOf(this.performances, this.evening));
  }

  translate() {
    this.setup?.translate();
    if (this.scenes) this.showScenes();
    for (const each of this.performances) each.translate();
    this.quiz?.show();
    this.transport?.translate();
    if (this.performances.length) this.legend.replaceChildren(legend(this.performances));
    if (this.lastError) this.blame(this.lastError);
    this.showResults();
  }
}
