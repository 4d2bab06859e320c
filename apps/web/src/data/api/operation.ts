import {
  hashKey,
  type InfiniteData,
  notifyManager,
  QueryClient,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
  useMutation,
  useMutationState,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'

/** Where a remote operation stands (specification §4). */
export interface Operation {
  loading: boolean
  loaded: boolean
  error: Error | null
  /** Clears the loaded flag and the error, until it is started again. */
  reset(): void
}

export interface Fetched<T, Empty> extends Operation {
  /** What the last fetch brought: the empty value before the first one, and after one that failed. */
  data: T | Empty
  /** The last that any fetch brought, for pages that go on showing it (docs/decisions/008-failed-fetches.md). */
  known: T | undefined
  /** Starts it, for a user who asks: the error is gone until it is known what came of it. */
  fetch(): void
  /** As it is asked for again by itself: what failed before stays until there is an answer. */
  refresh(): void
}

export interface Action<Input, Result> extends Operation {
  /** What it was last run with. */
  input: Input | undefined
  result: Result | undefined
  /** Starts it; while it is under way it is not started again. */
  run(input: Input): void
}

/** What is read from the server, and what stands for it where it could not be read. */
export function useFetch<T, Empty, Key extends QueryKey>(
  options: UseQueryOptions<T, Error, T, Key>,
  empty: Empty,
): Fetched<T, Empty> {
  const query = useQuery(options)
  const { data: known, isError, isSuccess, refetch, isFetching: loading } = query
  const { error, isReset, fetch, refresh, reset } = useOutcome(query, loading, refetch, options.queryKey)
  const loaded = !loading && !isReset && isSuccess
  // The same as long as nothing in it is another, so that what is drawn from it can tell.
  return useMemo(
    () => ({
      loading,
      loaded,
      error,
      data: isError ? empty : (known ?? empty),
      known,
      fetch,
      refresh,
      reset,
    }),
    [loading, loaded, error, isError, known, empty, fetch, refresh, reset],
  )
}

interface Outcome {
  error: Error | null
  isSuccess: boolean
}

/**
 * What failed, and until when it is shown. The library forgets an error as soon as it asks again: an error page would
 * give way to a skeleton with each interval (P300).
 */
function useOutcome(
  { error, isSuccess }: Outcome,
  loading: boolean,
  refetch: () => Promise<unknown>,
  queryKey: QueryKey,
) {
  const key = hashKey(queryKey)
  const [failed, setFailed] = useState<{ key: string; error: Error } | null>(null)
  const [isReset, setReset] = useState(false)
  const [isAsked, setAsked] = useState(false)
  if (error !== null && (failed?.error !== error || failed.key !== key)) setFailed({ key, error })
  if (isSuccess && failed !== null) setFailed(null)
  if (isReset && loading) setReset(false)
  const shown = error ?? (loading && failed?.key === key ? failed.error : null)
  const fetch = useCallback(() => {
    setAsked(true)
    void refetch().finally(() => setAsked(false))
  }, [refetch])
  const refresh = useCallback(() => void refetch(), [refetch])
  const reset = useCallback(() => setReset(true), [])
  return { error: isReset || (isAsked && loading) ? null : shown, isReset, fetch, refresh, reset }
}

/** What is done at the server, and what follows from it. */
export function useAction<Input = void, Result = unknown>(
  act: (input: Input) => Promise<Result>,
  then: {
    onLoaded?: (result: Result, input: Input) => unknown
    onError?: (error: Error, input: Input) => unknown
    /** Of what has the same one, only one is under way at a time. */
    scope?: { id: string }
  } = {},
): Action<Input, Result> {
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: (result, input) => then.onLoaded?.(result, input),
    onError: (error, input) => then.onError?.(error, input),
    ...(then.scope && { scope: then.scope }),
  })
  return {
    loading: mutation.isPending,
    loaded: mutation.isSuccess,
    error: mutation.error,
    input: mutation.variables,
    result: mutation.data,
    run(input) {
      if (!mutation.isPending) mutation.mutate(input)
    },
    reset: mutation.reset,
  }
}

/** An action of which several may be asked for at once: each is done, one after the other. */
interface QueuedAction<Input> extends Operation {
  /** What was asked for and is neither done nor failed yet, in order. */
  underWay: readonly Input[]
  run(input: Input): void
}

/** As `useAction`, for what a user may ask for again before the first is done. `key` tells it from other actions. */
export function useQueuedAction<Input>(
  key: string,
  act: (input: Input) => Promise<unknown>,
  then: { onError: (error: Error, input: Input) => unknown; scope: { id: string } },
): QueuedAction<Input> {
  const { isPending, isSuccess, error, mutate, reset } = useMutation({
    mutationKey: [key],
    mutationFn: act,
    ...then,
  })
  const underWay = useMutationState({
    filters: { mutationKey: [key], status: 'pending' },
    select: ({ state }) => state.variables as Input,
  })
  return { loading: isPending, loaded: isSuccess, error, underWay, run: mutate, reset }
}

/** What is read page by page, newest first. */
export interface PagedFetch<T> extends Fetched<readonly T[], readonly T[]> {
  hasMore: boolean
  loadingMore: boolean
  /** Why the next page could not be read; what was read before it stays. */
  moreError: Error | null
  /** Reads the next page; once at a time. */
  fetchMore(): void
  /** When the newest answer came, by this machine's clock (Unix milliseconds); 0: there was none. */
  fetchedAt: number
}

const nothing: readonly never[] = []

/** As `useFetch`, for a list that comes in pages; the empty list stands for it where it could not be read. */
export function usePages<T, Key extends QueryKey>(
  options: UseInfiniteQueryOptions<T[], Error, InfiniteData<T[], number | null>, Key, number | null>,
): PagedFetch<T> {
  const query = useInfiniteQuery(options)
  const { isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } = query
  const loading = isFetching && !isFetchingNextPage
  const failed = query.isError && !isFetchNextPageError
  const outcome = { error: failed ? query.error : null, isSuccess: query.isSuccess }
  const { error, isReset, fetch, refresh, reset } = useOutcome(outcome, loading, refetch, options.queryKey)
  const loaded = !loading && !isReset && query.isSuccess
  const moreError = isFetchNextPageError && !isFetching ? query.error : null
  const pages = query.data?.pages
  const known = useMemo(() => pages?.flat(), [pages])
  const fetchMore = useCallback(() => {
    // A page that is asked for while all of them are read again would take their place.
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  return {
    loading,
    loaded,
    error,
    known,
    fetch,
    refresh,
    reset,
    fetchMore,
    moreError,
    data: failed ? nothing : (known ?? nothing),
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    fetchedAt: query.dataUpdatedAt,
  }
}

/**
 * What was fetched, for drawing in small pieces between what the user does: a list that changes each second never holds
 * up a key. Its first answer is drawn at once: until then there is nothing to hold up, and the pieces would be begun
 * anew, again and again, with whatever else of the page comes meanwhile.
 */
export function useDeferredFetch<T extends { readonly known?: unknown }>(fetched: T): T {
  const deferred = useDeferredValue(fetched)
  return deferred.known === undefined ? fetched : deferred
}

/**
 * What the memory learned and what its caller sets beside it are drawn as one: by the library's timer a form that was
 * saved stood for a moment without its edits and without what was saved (https://tanstack.com/query notifyManager).
 */
notifyManager.setScheduler(queueMicrotask)

/**
 * The memory of what was asked for. It asks whatever the browser says of the network: a server on this machine answers
 * without one, and who waits for an answer is to be told that none came (P301).
 */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: 1, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  })
}
