import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnswerCache } from './answer-cache.ts';

/** The state of a query for data of the server. */
export type Query<T> =
  | { status: 'loading' }
  | { status: 'ready'; data: T }
  | { status: 'failed'; error: unknown };

/** The outcome of one request, with what it was for. */
interface Settled<T> {
  key: string | null;
  request: string;
  outcome: Exclude<Query<T>, { status: 'loading' }>;
}

/**
 * Loads data, and again whenever the key changes or `reload` is called; a null key loads nothing. Data is returned only
 * while its key is the current one, so that a late response to an earlier key never appears; while it loads again, the
 * last one stays.
 *
 * With a cache the key is the request's path, such as `/api/services`: the last answer is returned until a newer one is
 * there, so that a page which is shown again has its content, and its height, at once.
 */
export function useQuery<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  cache?: AnswerCache,
): Query<T> & { reload: () => void } {
  const [reloads, setReloads] = useState(0);
  const request = `${reloads} ${key}`;
  const [settled, setSettled] = useState<Settled<T> | null>(null);
  const known = key === null ? undefined : (cache?.read(key) as T | undefined);
  const isNew = useRef(key !== null && cache?.isNew(key) === true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for everything that load closes over.
  useEffect(() => {
    if (key === null) return;
    if (isNew.current) {
      isNew.current = false;
      cache?.keep(key, known);
      return;
    }
    const controller = new AbortController();
    const settle = (outcome: Settled<T>['outcome']) => {
      if (controller.signal.aborted) return;
      if (outcome.status === 'ready') cache?.keep(key, outcome.data);
      setSettled({ key, request, outcome });
    };
    load(controller.signal).then(
      (data) => settle({ status: 'ready', data }),
      (error: unknown) => settle({ status: 'failed', error }),
    );
    return () => controller.abort();
  }, [request]);

  const reload = useCallback(() => setReloads((count) => count + 1), []);
  if (known !== undefined) return { status: 'ready', data: known, reload };
  // Data stays while it loads again; a failure doesn't, so that trying again can be seen.
  const isCurrent = settled?.outcome.status === 'ready' ? settled.key === key : settled?.request === request;
  const query: Query<T> = settled && isCurrent ? settled.outcome : { status: 'loading' };
  return { ...query, reload };
}
