// What a search has just done, in a sentence.

import { t } from "./words.js";

export function sentence(replay, scale) {
  const step = replay.last;
  if (step === null) return t("before-start");
  const done = say(replay, scale, step);
  const found = replay.performance.lanes ? t("does-processor", { who: step.processor + 1, done }) : done;
  if (replay.at < replay.length) return found;
  const { interval, moves, value } = replay.performance;
  const end = interval ? t(`finished-${interval}`, { move: scale.shown(moves[0]), known: replay.known(0, scale) }) : t("finished", { value: scale.score(value) });
  return `${found} ${end}`;
}

function say(replay, scale, step) {
  const node = scale.called(step.node);
  const values = { node, Node: capital(node), window: scale.window(step.alpha ?? 0, step.beta ?? 0), beta: scale.score(step.beta ?? 0) };
  const { interval } = replay.performance;
  if (interval && step.kind !== "leaf") {
    return t(step.kind === "grow" ? "does-grow" : `does-${step.kind}-${interval}`, { ...values, known: scale.interval(replay.performance, step) });
  }
  const isTest = step.alpha !== null && step.beta - step.alpha === 1;
  switch (step.kind) {
    case "enter":
      if (replay.performance.exact) return t("does-enter", values);
      return t(isTest ? "does-ask" : "does-enter-window", values);
    case "leaf":
      return t("does-leaf", { ...values, value: scale.score(step.value) });
    case "hit":
      return t("does-hit", { ...values, known: scale.knownInWords(...replay.bounds(step.node, step.value)) });
    case "cut": {
      const count = replay.tree.sons[step.node].filter((son) => replay.isCutNow[son]).length;
      return t("does-cut", { ...values, value: scale.score(step.value), count });
    }
    case "leave":
      return t("does-leave", { ...values, known: scale.knownInWords(...replay.bounds(step.node, step.value)) });
    case "stand":
      return t("does-stand", { ...values, value: scale.score(step.value) });
    case "stop":
      return t("does-stop", values);
    case "bound":
      return t("does-bound", { ...values, value: scale.score(step.value) });
    case "pass":
      if (step.node !== 0) return t("does-again", values);
      return t(isTest ? "does-pass-test" : "does-pass", { ...values, pass: replay.rootPasses });
    default: {
      const state = `(${scale.name(step.node)}, ${t(step.isSolved ? "solved" : "live")}, ${scale.score(step.value)})`;
      return t(`does-${step.kind}`, { ...values, state });
    }
  }
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
