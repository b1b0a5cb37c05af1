import { use, useCallback, useEffect, useRef, useState } from 'react';
import { InitialDataContext } from './initial-data.ts';

/** The state of a query for data of the server. */
export type Query<T> =
  | { status: 'loading' }
  | { status: 'ready'; data: T }
  | { status: 'failed'; error: unknown };

/** The outcome of one request, with the request it belongs to. */
interface Settled<T> {
  request: string;
  outcome: Exclude<Query<T>, { status: 'loading' }>;
}

/**
 * Loads data, and again whenever the key changes or `reload` is called; a null key loads nothing. Data is returned only
 * while its key is the current one, so that a late response to an earlier key never appears.
 *
 * For data of a prerendered page the key is its request path, such as `/api/services`: the response is part of the
 * document then, and hydrating sends no request.
 */
export function useQuery<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
): Query<T> & { reload: () => void } {
  const initialData = use(InitialDataContext);
  const initial = key === null ? undefined : initialData.read(key);
  const [attempt, setAttempt] = useState(0);
  const request = `${attempt} ${key}`;
  const [settled, setSettled] = useState<Settled<T> | null>(
    initial === undefined ? null : { request, outcome: { status: 'ready', data: initial as T } },
  );
  const isInitial = useRef(initial !== undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for everything that load closes over.
  useEffect(() => {
    if (key === null) return;
    if (isInitial.current) {
      isInitial.current = false;
      initialData.drop(key);
      return;
    }
    const controller = new AbortController();
    const settle = (outcome: Settled<T>['outcome']) => {
      if (!controller.signal.aborted) setSettled({ request, outcome });
    };
    load(controller.signal).then(
      (data) => settle({ status: 'ready', data }),
      (error: unknown) => settle({ status: 'failed', error }),
    );
    return () => controller.abort();
  }, [request]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const query: Query<T> = settled?.request === request ? settled.outcome : { status: 'loading' };
  return { ...query, reload };
}
