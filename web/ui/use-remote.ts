import { use, useCallback, useEffect, useRef, useState } from 'react';
import { CarriedAnswersContext } from './carried-answers.ts';

/** What a screen knows of something the server has. */
export type Remote<T> =
  | { status: 'loading' }
  | { status: 'ready'; data: T }
  | { status: 'failed'; error: unknown };

type Settled<T> = { question: string; answer: Exclude<Remote<T>, { status: 'loading' }> };

/**
 * Loads what `key` names, and again whenever the key changes or `reload` is called; a null key loads nothing.
 * An answer belongs to the question that it was asked for: a late answer to an earlier key is never shown.
 *
 * What a prerendered page shows is asked for under its API path, `/api/services`: that answer comes with the page,
 * so that nothing is loaded when the page comes to life.
 */
export function useRemote<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
): Remote<T> & { reload: () => void } {
  const carriedAnswers = use(CarriedAnswersContext);
  const carried = key === null ? undefined : carriedAnswers.read(key);
  const [attempt, setAttempt] = useState(0);
  const question = `${attempt} ${key}`;
  const [settled, setSettled] = useState<Settled<T> | null>(
    carried === undefined ? null : { question, answer: { status: 'ready', data: carried as T } },
  );
  const isCarried = useRef(carried !== undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for everything that load closes over.
  useEffect(() => {
    if (key === null) return;
    if (isCarried.current) {
      isCarried.current = false;
      carriedAnswers.drop(key);
      return;
    }
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
