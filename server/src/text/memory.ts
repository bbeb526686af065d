/** Keeps answers about things that never change, for as long as its owner lives and the things do. */
export interface Memory {
  /** The answer to a question about a thing, worked out once; the question is the function that asks. */
  kept<Answer>(question: object, thing: object, answer: () => Answer): Answer;
  /** Whether the question was asked about the thing. */
  knows(question: object, thing: object): boolean;
}

export function newMemory(): Memory {
  const answers = new Map<object, WeakMap<object, { readonly answer: unknown }>>();
  return {
    kept<Answer>(question: object, thing: object, answer: () => Answer): Answer {
      let known = answers.get(question);
      if (known === undefined) answers.set(question, (known = new WeakMap()));
      let entry = known.get(thing);
      if (entry === undefined) known.set(thing, (entry = { answer: answer() }));
      return entry.answer as Answer;
    },
    knows: (question, thing) => answers.get(question)?.has(thing) ?? false,
  };
}
