/**
 * One answer for everybody who asks the same thing within some time. A failed answer isn't kept, and neither is one from
 * after now, as when the clock was set back.
 *
 * @param clock milliseconds
 */
export function createSharedAnswer<T>({ forMs, clock }: { readonly forMs: number; clock(): number }) {
  let shared: { readonly key: string; readonly askedAt: number; readonly answer: Promise<T> } | undefined;
  return (key: string, ask: () => Promise<T>): Promise<T> => {
    const askedAt = clock();
    if (shared?.key === key && shared.askedAt <= askedAt && askedAt < shared.askedAt + forMs) {
      return shared.answer;
    }
    const answer = ask();
    shared = { key, askedAt, answer };
    answer.catch(() => {
      if (shared?.answer === answer) shared = undefined;
    });
    return answer;
  };
}
