import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { Overlay, Shown } from './overlay.ts';
import type { AdminQuery, PagedQuery } from './query.ts';
import { useServerState } from './server-state-context.ts';

interface Loaded<Data> {
  /** The newest data, with pending changes applied; undefined until some has loaded. */
  readonly data: Data | undefined;
  /** Why the last request failed, also while older data is shown. */
  readonly error: Error | null;
  /** The data belongs to the previous input; that of the current one is still loading. */
  readonly isPrevious: boolean;
  readonly reload: () => void;
}

const useLayers = (overlay: Overlay) => useSyncExternalStore(overlay.subscribe, overlay.current);

interface HowToAsk<Body> {
  readonly keepPrevious?: boolean;
  /** Reloads after so many milliseconds, for data that changes without an event that live updates could announce. */
  readonly againAfterMs?: (body: Body | undefined) => number | false;
}

/**
 * Asks the server, and again whenever the data is known to be old. A null input asks nothing. Every screen that asks the
 * same shares one answer.
 */
export function useAdminQuery<Input, Body>(
  query: AdminQuery<Input, Body>,
  input: Input | null,
  { keepPrevious = false, againAfterMs }: HowToAsk<Body> = {},
): Loaded<Body> {
  const state = useServerState();
  const about = input === null ? [] : query.about(input);
  const queryKey = [query.name, input];
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey,
    meta: { about },
    enabled: input !== null,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(againAfterMs && {
      refetchInterval: (asked: { readonly state: { readonly data: Shown<Body> | undefined } }) =>
        againAfterMs(asked.state.data?.body),
    }),
    queryFn: ({ signal }) =>
      state.load(
        about,
        signal,
        (asking) => query.load(input as Input, asking),
        state.client.getQueryData<Shown<Body>>(queryKey),
      ),
  });
  const layers = useLayers(state.overlay);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layers are what the overlay is made of.
  const body = useMemo(() => data && state.overlay.over(query.name, input, data), [data, layers, state]);
  return { data: body, error, isPrevious: isPlaceholderData, reload: () => void refetch() };
}

/** The same for a list that comes in pages: those that have been asked for so far. */
export function useAdminPages<Input, Page extends { readonly next_cursor: string | null }>(
  query: PagedQuery<Input, Page>,
  input: Input,
): Loaded<readonly Page[]> & {
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
} {
  const state = useServerState();
  const about = query.about(input);
  const found = useInfiniteQuery({
    queryKey: [query.name, input],
    meta: { about },
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal, pageParam }) =>
      state.load(about, signal, (asking) => query.load(input, { ...asking, cursor: pageParam })),
    getNextPageParam: ({ body }: Shown<Page>) => body.next_cursor ?? undefined,
  });
  const layers = useLayers(state.overlay);
  const { data } = found;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layers are what the overlay is made of.
  const pages = useMemo(
    () => data?.pages.map((page) => state.overlay.over(query.name, input, page)),
    [data, layers, state],
  );
  return {
    data: pages,
    error: found.error,
    isPrevious: found.isPlaceholderData,
    reload: () => void found.refetch(),
    hasMore: found.hasNextPage,
    isLoadingMore: found.isFetchingNextPage,
    loadMore: () => void found.fetchNextPage(),
  };
}
