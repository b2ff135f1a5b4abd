// A question in words: what is asked, which answers there are, how a typed one is read, and why the right one is right.

import { t } from "./words.js";

/** What is asked. */
export function asked(question, { scale, tree, title }, isAlone) {
  const values = {
    node: scale.called(question.node),
    value: question.value === undefined ? "" : scale.score(question.value),
    count: question.left,
    who: t(tree.max[question.node] ? "max" : "min"),
  };
  const words = t(`ask-${question.kind}`, values);
  return isAlone ? words : t("ask-of", { title, words });
}

/** The answers to choose from: `{key, text, node}`; null where one is typed. */
export function choicesOf(question, { scale, evening }) {
  switch (question.kind) {
    case "cut":
      return ["yes", "no"].map((key) => ({ key, text: t(`answer-${key}`) }));
    case "bound":
      return ["is", "at-most", "at-least"].map((key) => ({ key, text: t(`answer-${key}`, { value: scale.score(question.value) }) }));
    case "next":
      return question.choices.map((node) => ({ key: node, node, text: scale.name(node) }));
    case "window":
      return question.choices.map(([alpha, beta]) => ({ key: `${alpha},${beta}`, text: scale.window(alpha, beta) }));
    default: {
      const ends = evening.wins ? [evening.win, 0, -evening.win] : [];
      if (!ends.includes(question.answer)) return null;
      return ends.map((key) => ({ key, text: scale.score(key) }));
    }
  }
}

/** The number that was typed, as the search counts; null if it is none. */
export function numberOf(text, { scale }) {
  const plain = text.trim().replace(/[−–]/g, "-").replace(",", ".").replace(/\s/g, "");
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Math.round(Number(plain) * scale.unit) : null;
}

/** The right answer in writing. */
export function rightAnswer(question, performance) {
  const found = choicesOf(question, performance)?.find((choice) => choice.key === question.answer);
  return found?.text ?? performance.scale.score(question.answer);
}

/** Why that is right. */
export function why(question, { scale, tree, replay, performance }) {
  const { kind, node, answer } = question;
  const isMax = tree.max[node];
  const values = {
    node: scale.called(node),
    value: question.value === undefined ? "" : scale.score(question.value),
    alpha: scale.score(question.alpha ?? 0),
    beta: scale.score(question.beta ?? 0),
    window: scale.window(question.alpha ?? 0, question.beta ?? 0),
  };
  switch (kind) {
    case "cut":
      if (performance.exact) return t(answer === "yes" ? "why-won" : "why-not-won", values);
      if (answer === "no") return t("why-not-cut", values);
      if (isMax && question.value >= question.beta) return t("why-cut-max", values);
      if (!isMax && question.value <= question.alpha) return t("why-cut-min", values);
      return t("why-cut-nearly", values);
    case "value":
      return t(isMax ? "why-value-max" : "why-value-min", { ...values, values: question.sons.map((son) => known(son, tree, replay, scale)).join(", ") });
    case "bound":
      return t(`why-bound-${answer}`, values);
    case "window":
      return t(question.beta - question.alpha === 1 ? "why-window-test" : "why-window", { ...values, father: scale.called(question.father) });
    case "merit":
      return t("why-merit", { merit: scale.score(question.before), value: scale.score(question.leaf) });
    default:
      return t(performance.has_list ? "why-next-list" : performance.interval ? `why-next-${performance.interval}` : "why-next");
  }
}

/** What is known of a node, a leaf's value too. */
function known(node, tree, replay, scale) {
  return tree.isLeaf(node) ? scale.score(tree.scores[node]) : replay.known(node, scale);
}
