import { useCallback, useEffect, useState } from 'react';

/** What a screen knows of something the server has. */
export type Remote<T> =
  | { status: 'loading' }
  | { status: 'ready'; data: T }
  | { status: 'failed'; error: unknown };

type Settled<T> = { question: string; answer: Exclude<Remote<T>, { status: 'loading' }> };

/**
 * Loads what `key` names, and again whenever the key changes or `reload` is called; a null key loads nothing.
 * An answer belongs to the question that it was asked for: a late answer to an earlier key is never shown.
 */
export function useRemote<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
): Remote<T> & { reload: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<Settled<T> | null>(null);
  const question = `${attempt} ${key}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for everything that load closes over.
  useEffect(() => {
    if (key === null) return;
    const controller = new AbortController();
    const settle = (answer: Settled<T>['answer']) => {
      if (!controller.signal.aborted) setSettled({ question, answer });
    };
    load(controller.signal).then(
      (data) => settle({ status: 'ready', data }),
      (error: unknown) => settle({ status: 'failed', error }),
    );
    return () => controller.abort();
  }, [question]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const remote: Remote<T> = settled?.question === question ? settled.answer : { status: 'loading' };
  return { ...remote, reload };
}
