import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AdminQuery, PagedQuery } from './query.ts';
import { useMay } from './role.ts';
import type { Shown } from './server-state.ts';
import { useServerState } from './server-state-context.ts';

interface Loaded<Data> {
  /** The newest data; undefined until it is loaded. */
  readonly data: Data | undefined;
  /** Why the last request failed, also while older data is shown. */
  readonly error: Error | null;
  /** The first data is on its way. */
  readonly isLoading: boolean;
  /** The data belongs to the previous input, while that of the current one is loading. */
  readonly isPrevious: boolean;
  readonly reload: () => void;
}

interface QueryOptions<Body> {
  readonly keepPrevious?: boolean;
  /** The milliseconds after which to reload, for data that changes without an event and so without a live update. */
  readonly againAfterMs?: (body: Body | undefined) => number | false;
  /** The milliseconds after which to ask again once it has failed. Until then the failure is shown. Undefined leaves it to people. */
  readonly retryAfterMs?: (error: Error) => number | undefined;
}

/**
 * Loads data from the server, and reloads it whenever it is known to be outdated. Nothing is loaded for a null input. Screens with
 * the same query and input share one answer.
 */
export function useAdminQuery<Input, Body>(
  query: AdminQuery<Input, Body>,
  wanted: Input | null,
  { keepPrevious = false, againAfterMs, retryAfterMs }: QueryOptions<Body> = {},
): Loaded<Body> {
  const state = useServerState();
  const may = useMay();
  const input = may(query.roles ?? 'all') ? wanted : null;
  const about = input === null ? [] : query.about(input);
  const queryKey = [query.name, input];
  const { data, error, failureReason, isLoading, isPlaceholderData, refetch } = useQuery({
    queryKey,
    meta: { about },
    enabled: input !== null,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(againAfterMs && {
      refetchInterval: ({ state }: { readonly state: { readonly data: Shown<Body> | undefined } }) =>
        againAfterMs(state.data?.body),
    }),
    ...(retryAfterMs && {
      retry: (_: number, error: Error) => retryAfterMs(error) !== undefined,
      retryDelay: (_: number, error: Error) => retryAfterMs(error) ?? 0,
    }),
    queryFn: ({ signal }) =>
      state.load(
        about,
        signal,
        (options) => query.load(input as Input, options),
        state.client.getQueryData<Shown<Body>>(queryKey),
      ),
  });
  return {
    data: data?.body,
    error: error ?? failureReason,
    isLoading,
    isPrevious: isPlaceholderData,
    reload: () => void refetch(),
  };
}

/** The same for a list in pages: the data has the pages that were loaded so far. */
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
  const result = useInfiniteQuery({
    queryKey: [query.name, input],
    meta: { about },
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal, pageParam }) =>
      state.load(about, signal, (options) => query.load(input, { ...options, cursor: pageParam })),
    getNextPageParam: ({ body }: Shown<Page>) => body.next_cursor ?? undefined,
  });
  const { data } = result;
  const pages = useMemo(() => data?.pages.map(({ body }) => body), [data]);
  return {
    data: pages,
    error: result.error,
    isLoading: result.isLoading,
    isPrevious: result.isPlaceholderData,
    reload: () => void result.refetch(),
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    loadMore: () => void result.fetchNextPage(),
  };
}
