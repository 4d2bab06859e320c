import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Fetched } from './operation.ts'

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
