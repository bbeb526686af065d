/** An answer that is worked out when it is asked for first. */
export function once<Answer>(workOut: () => Answer): () => Answer {
  let known: { readonly answer: Answer } | undefined;
  return () => (known ??= { answer: workOut() }).answer;
}

/** The same of answers to several questions. */
export function remembered<Question, Answer>(workOut: (question: Question) => Answer): (question: Question) => Answer {
  const known = new Map<Question, Answer>();
  return (question) => {
    if (!known.has(question)) known.set(question, workOut(question));
    return known.get(question) as Answer;
  };
}
