import {
  type InfiniteData,
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
  fetch(): void
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
  const [isReset, setReset] = useState(false)
  const loading = query.isFetching
  if (isReset && loading) setReset(false)
  const quiet = isReset || loading
  const loaded = !quiet && query.isSuccess
  const error = quiet ? null : query.error
  const { data: known, isError, refetch } = query
  const fetch = useCallback(() => void refetch(), [refetch])
  // The same as long as nothing in it is another, so that what is drawn from it can tell.
  return useMemo(
    () => ({
      loading,
      loaded,
      error,
      data: isError ? empty : (known ?? empty),
      known,
      fetch,
      reset: () => setReset(true),
    }),
    [loading, loaded, error, isError, known, empty, fetch],
  )
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
export interface QueuedAction<Input> extends Operation {
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
  const [isReset, setReset] = useState(false)
  const { isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } = query
  const loading = isFetching && !isFetchingNextPage
  if (isReset && loading) setReset(false)
  const quiet = isReset || loading
  const loaded = !quiet && query.isSuccess
  const failed = query.isError && !isFetchNextPageError
  const error = quiet || !failed ? null : query.error
  const moreError = isFetchNextPageError && !isFetching ? query.error : null
  const pages = query.data?.pages
  const known = useMemo(() => pages?.flat(), [pages])
  const fetch = useCallback(() => void refetch(), [refetch])
  const fetchMore = useCallback(() => {
    // A page that is asked for while all of them are read again would take their place.
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  return {
    ...{ loading, loaded, error, known, fetch, fetchMore, moreError },
    data: failed ? nothing : (known ?? nothing),
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    fetchedAt: query.dataUpdatedAt,
    reset: () => setReset(true),
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
