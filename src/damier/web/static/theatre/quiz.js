// The theatre asks: at some steps the replay stops with a question, and goes on once it is answered. What was answered, and how
// often rightly, is told at the end; the seed of the questions stands in the address, so that a class is asked the same.

import { RIGHT, WRONG, icon } from "../signs.js";
import { number } from "../words.js";
import { asked, choicesOf, numberOf, rightAnswer, why } from "./asking.js";
import { questionsOf } from "./questions.js";
import { h, t } from "./words.js";

export class Quiz {
  /** `toMoment(step)` goes there, `onSeed(seed)` begins with other questions, and null ends them; `onOver()` when all are answered. */
  constructor({ toMoment, onSeed, onOver }) {
    Object.assign(this, { toMoment, onSeed, onOver });
    this.element = h("section", { class: "quiz", hidden: true, "data-label": "quiz" });
    this.questions = null;
  }

  get isOn() {
    return this.questions !== null;
  }

  get isOver() {
    return this.isOn && this.answers.length === this.questions.length;
  }

  begin(performances, seed, infinity) {
    this.performances = performances;
    this.seed = seed;
    this.questions = questionsOf(performances, seed, infinity);
    this.answers = []; // by question: `{given, isRight}`
    this.isTold = false; // the answer to the last question, until one goes on
    this.at = 0;
    this.wasAsked = null;
    this.show();
  }

  end() {
    for (const each of this.performances ?? []) {
      each.point(null);
      each.conceal(null);
    }
    this.questions = null;
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** The step beyond which nobody gets before the next question is answered. */
  get limit() {
    return this.isOn && !this.isOver ? this.questions[this.answers.length].step : Infinity;
  }

  get score() {
    return this.answers.filter((answer) => answer.isRight).length;
  }

  /** The search has come to a step. */
  arrive(step) {
    if (!this.isOn || (step === this.at && !this.isTold)) return;
    const isFarther = step === this.at && step === this.limit; // the next question is asked at once
    const isElsewhere = this.isTold && step !== this.questions[this.answers.length - 1].step + 1;
    if (isFarther || isElsewhere) this.isTold = false;
    this.at = step;
    this.show();
  }

  /** The question that is asked now, if one is. */
  get question() {
    return this.isOn && !this.isOver && !this.isTold && this.at === this.limit ? this.questions[this.answers.length] : null;
  }

  answer(given, key) {
    const { question } = this;
    if (!question) return;
    this.answers.push({ given, isRight: key === question.answer });
    this.isTold = true;
    if (this.isOver) this.onOver();
    this.toMoment(question.step + 1); // what happens is seen
    this.at = question.step + 1;
    this.show();
    this.element.querySelector(".go-on")?.focus({ preventScroll: true });
  }

  /** A node of the tree was clicked: an answer, if nodes are asked for and it is one of them. */
  chooseNode(performance, node) {
    const { question } = this;
    if (question?.kind !== "next" || this.performances[question.which] !== performance || !question.choices.includes(node)) return;
    this.answer(performance.scale.name(node), node);
  }

  /** Keys 1 to 9 choose an answer; whether this was one. */
  key(event) {
    if (!this.question || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return false;
    const button = /^[1-9]$/.test(event.key) ? this.element.querySelectorAll(".answer")[Number(event.key) - 1] : null;
    button?.click();
    return Boolean(button);
  }

  // ------------------------------------------------------------------------------------------------------------------

  show() {
    if (!this.isOn) return;
    this.element.hidden = false;
    this.element.classList.toggle("waiting", !this.question && !this.isTold && !this.isOver);
    const parts = this.questions.length === 0 ? [h("p", {}, t("quiz-none")), this.ending()] : this.isTold ? this.told() : this.isOver ? this.summary() : this.question ? this.ask() : this.waiting();
    this.element.replaceChildren(...parts);
    const { question } = this;
    for (const each of this.performances) {
      each.point(null);
      each.conceal(null);
    }
    if (question?.kind === "value") this.performances[question.which].conceal(question.node);
    if (question && question.kind !== "next") this.performances[question.which].point(question.node);
    if (question && this.wasAsked !== question) {
      this.wasAsked = question;
      this.element.querySelector(".asked").focus({ preventScroll: true });
    }
  }

  /** Which question it is, and how many answers were right. */
  heading() {
    const place = Math.min(this.answers.length + (this.isTold ? 0 : 1), this.questions.length);
    return h("p", { class: "standing" }, t("quiz-standing", { place, whole: this.questions.length }), this.answers.length ? ` · ${t("quiz-score", { right: this.score, asked: this.answers.length })}` : "");
  }

  ending() {
    return h("button", { type: "button", class: "quiet", on: { click: () => this.onSeed(null) } }, t("quiz-end"));
  }

  ask() {
    const { question } = this;
    const performance = this.performances[question.which];
    const choices = choicesOf(question, performance);
    const unsure = h("button", { type: "button", class: "quiet unsure", on: { click: () => this.answer(t("answer-unsure"), undefined) } }, t("answer-unsure"));
    return [
      this.heading(),
      h("p", { class: "asked", tabindex: "-1" }, asked(question, performance, this.performances.length === 1), question.kind === "next" ? h("span", { class: "how" }, ` ${t("ask-next-how")}`) : null),
      choices ? h("div", { class: "answers", role: "group" }, ...choices.map((choice, i) => this.choice(choice, i, performance)), unsure) : this.field(performance, unsure),
    ];
  }

  choice({ key, text, node }, i, performance) {
    const point = (it) => node !== undefined && performance.point(it);
    const on = { click: () => { point(null); this.answer(text, key); }, pointerenter: () => point(node), pointerleave: () => point(null), focus: () => point(node), blur: () => point(null) };
    return h("button", { type: "button", class: "answer", on }, h("kbd", { "aria-hidden": "true" }, String(i + 1)), ` ${text}`);
  }

  /** Where an answer is typed. */
  field(performance, unsure) {
    const input = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", maxlength: 12, id: "quiz-answer", "aria-label": t("answer-number"), "aria-describedby": "quiz-fault" });
    const fault = h("p", { class: "fault", id: "quiz-fault", role: "alert", hidden: true }, t("answer-no-number"));
    const submit = (event) => {
      event.preventDefault();
      const found = numberOf(input.value, performance);
      fault.hidden = found !== null;
      if (found !== null) this.answer(performance.scale.score(found), found);
    };
    return h("form", { class: "answers", novalidate: true, on: { submit } }, input, h("button", { type: "submit", class: "accent" }, t("answer-give")), unsure, fault);
  }

  told() {
    const question = this.questions[this.answers.length - 1];
    const performance = this.performances[question.which];
    const { isRight } = this.answers.at(-1);
    const verdict = isRight ? t("quiz-right") : t("quiz-wrong", { answer: rightAnswer(question, performance) });
    const goOn = () => {
      this.isTold = false;
      if (!this.isOver) this.toMoment(this.limit);
      this.show();
      if (this.isOver) this.element.querySelector(".final")?.focus({ preventScroll: true });
    };
    return [
      this.heading(),
      h("p", { class: `verdict ${isRight ? "right" : "wrong"}`, role: "status" }, h("b", {}, verdict), ` ${why(question, performance)}`),
      h("div", { class: "answers" }, h("button", { type: "button", class: "accent go-on", on: { click: goOn } }, t(this.isOver ? "quiz-to-summary" : "quiz-go-on")), this.ending()),
    ];
  }

  /** Between two questions. */
  waiting() {
    const button = h("button", { type: "button", class: "accent go-on", on: { click: () => this.toMoment(this.limit) } }, t("quiz-to-question"));
    return [this.heading(), h("div", { class: "answers" }, h("span", { class: "coming" }, t("quiz-coming", { step: number(this.limit) })), button, this.ending())];
  }

  summary() {
    const rows = this.questions.map((question, i) => {
      const performance = this.performances[question.which];
      const { given, isRight } = this.answers[i];
      const answer = isRight ? given : `${given} → ${rightAnswer(question, performance)}`;
      const go = () => this.toMoment(question.step);
      return h(
        "li",
        { class: isRight ? "right" : "wrong" },
        h("span", { class: "sign", role: "img", "aria-label": t(isRight ? "quiz-sign-right" : "quiz-sign-wrong") }, icon(isRight ? RIGHT : WRONG)),
        h("span", {}, `${asked(question, performance, this.performances.length === 1)} `, h("b", {}, answer)),
        h("button", { type: "button", class: "link", "aria-label": t("quiz-look-again", { step: number(question.step) }), on: { click: go } }, t("quiz-look")),
      );
    });
    const button = (word, act, kind = "") => h("button", { type: "button", class: kind, on: { click: act } }, t(word));
    return [
      h("p", { class: "final", tabindex: "-1" }, t("quiz-final", { right: this.score, whole: this.questions.length })),
      h("ol", { class: "answered", tabindex: "0", "aria-label": t("quiz-all") }, ...rows),
      h("div", { class: "answers" }, button("quiz-others", () => this.onSeed(this.seed + 1), "accent"), button("quiz-again", () => this.onSeed(this.seed)), this.ending()),
    ];
  }
}
