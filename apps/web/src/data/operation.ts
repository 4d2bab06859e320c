import { type QueryKey, type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'

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
  } = {},
): Action<Input, Result> {
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: (result, input) => then.onLoaded?.(result, input),
    onError: (error, input) => then.onError?.(error, input),
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
