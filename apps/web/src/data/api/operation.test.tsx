import { onlineManager, QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { settle } from '../testing/settle.ts'
import { createQueries, useAction, useFetch, usePages } from './operation.ts'

/** Calls of which the test says how they end. */
function someCalls<Result>() {
  const calls: { resolve: (result: Result) => void; reject: (error: Error) => void }[] = []
  const end = (how: (call: (typeof calls)[number]) => void) =>
    act(async () => {
      const call = calls.at(-1)
      if (!call) throw new Error('nothing was called')
      how(call)
      await settle()
    })
  return {
    calls,
    call: () => new Promise<Result>((resolve, reject) => void calls.push({ resolve, reject })),
    succeed: (result: Result) => end((call) => call.resolve(result)),
    fail: (error: Error) => end((call) => call.reject(error)),
  }
}

function inClient() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return { client, wrapper }
}
const wrong = new Error('wrong')
const empty: readonly string[] = []

function openFetch() {
  const server = someCalls<string[]>()
  const { client, wrapper } = inClient()
  const options = queryOptions({ queryKey: ['things'], queryFn: server.call })
  const { result } = renderHook(() => useFetch(options, empty), { wrapper })
  const start = () =>
    act(async () => {
      result.current.fetch()
      await settle()
    })
  /** As an interval does, or the stream. */
  const again = () =>
    act(async () => {
      void client.invalidateQueries({ queryKey: ['things'] })
      await settle()
    })
  return { ...server, client, start, again, now: () => result.current }
}

describe('P84: a fetch', () => {
  it('is loading with its empty value, then loaded', async () => {
    const { now, succeed } = openFetch()
    expect(now()).toMatchObject({ loading: true, loaded: false, error: null, data: empty, known: undefined })
    await succeed(['a'])
    expect(now()).toMatchObject({ loading: false, loaded: true, error: null, data: ['a'], known: ['a'] })
  })
  it('that fails at first keeps the error, with the empty value', async () => {
    const { now, fail } = openFetch()
    await fail(wrong)
    expect(now()).toMatchObject({
      loading: false,
      loaded: false,
      error: wrong,
      data: empty,
      known: undefined,
    })
  })
  it('that fails later empties its data and still knows what it knew', async () => {
    const { now, succeed, fail, start } = openFetch()
    await succeed(['a'])
    await start()
    expect(now()).toMatchObject({ loading: true, loaded: false, error: null, data: ['a'] })
    await fail(wrong)
    expect(now()).toMatchObject({ loading: false, loaded: false, error: wrong, data: empty, known: ['a'] })
    await start()
    expect(now()).toMatchObject({ loading: true, error: null, data: empty, known: ['a'] })
    await succeed(['b'])
    expect(now()).toMatchObject({ loaded: true, error: null, data: ['b'], known: ['b'] })
  })
  it('is loaded again when the stream brings what a failed fetch could not', async () => {
    const { now, succeed, fail, start, client } = openFetch()
    await succeed(['a'])
    await start()
    await fail(wrong)
    await act(async () => {
      client.setQueryData(['things'], ['live'])
      await settle()
    })
    expect(now()).toMatchObject({ loaded: true, error: null, data: ['live'], known: ['live'] })
  })
  it('can be reset: flag and error are gone until it starts again, the data stay as they are', async () => {
    const { now, succeed, fail, start } = openFetch()
    await succeed(['a'])
    act(() => now().reset())
    expect(now()).toMatchObject({ loaded: false, error: null, data: ['a'] })
    await start()
    await fail(wrong)
    expect(now().error).toBe(wrong)
    act(() => now().reset())
    expect(now()).toMatchObject({ loaded: false, error: null, data: empty })
    await start()
    await succeed(['b'])
    expect(now()).toMatchObject({ loaded: true, data: ['b'] })
  })
})

describe('P300: what failed stays while it is asked for again by itself', () => {
  it('without an answer: the error is shown until there is one', async () => {
    const { now, fail, succeed, again } = openFetch()
    await fail(wrong)
    await again()
    expect(now()).toMatchObject({ loading: true, loaded: false, error: wrong, known: undefined })
    const other = new Error('wrong again')
    await fail(other)
    expect(now()).toMatchObject({ loading: false, error: other })
    await again()
    await succeed(['a'])
    expect(now()).toMatchObject({ loaded: true, error: null, known: ['a'] })
    await again()
    expect(now()).toMatchObject({ loading: true, error: null })
  })
  it('after an answer: that it could not be read again is said until it could', async () => {
    const { now, fail, succeed, again } = openFetch()
    await succeed(['a'])
    await again()
    await fail(wrong)
    await again()
    expect(now()).toMatchObject({ loading: true, error: wrong, known: ['a'] })
    await succeed(['b'])
    expect(now()).toMatchObject({ loaded: true, error: null, known: ['b'] })
  })
  it('and is of what was asked for alone', async () => {
    const server = someCalls<string[]>()
    const { wrapper } = inClient()
    const { result, rerender } = renderHook(
      ({ name }) => useFetch({ queryKey: ['things', name], queryFn: server.call }, empty),
      { wrapper, initialProps: { name: 'one' } },
    )
    await server.fail(wrong)
    expect(result.current.error).toBe(wrong)
    await act(async () => {
      rerender({ name: 'other' })
      await settle()
    })
    expect(result.current).toMatchObject({ loading: true, error: null })
  })
  it('a list that comes in pages does the same', async () => {
    const server = someCalls<string[]>()
    const { client, wrapper } = inClient()
    const options = {
      queryKey: ['pages'],
      queryFn: server.call,
      initialPageParam: null,
      getNextPageParam: () => null,
    }
    const { result } = renderHook(() => usePages(options), { wrapper })
    await server.fail(wrong)
    await act(async () => {
      void client.invalidateQueries({ queryKey: ['pages'] })
      await settle()
    })
    expect(result.current).toMatchObject({ loading: true, error: wrong })
    await server.succeed(['a'])
    expect(result.current).toMatchObject({ loaded: true, error: null, known: ['a'] })
  })
})

describe('P301: a browser that takes itself for offline', () => {
  it('asks anyway, and shows what failed', async () => {
    const server = someCalls<string>()
    const client = createQueries()
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    )
    onlineManager.setOnline(false)
    try {
      const { result } = renderHook(() => useAction(server.call), { wrapper })
      await act(async () => {
        result.current.run()
        await settle()
      })
      await server.fail(wrong)
      expect(result.current).toMatchObject({ loading: false, error: wrong })

      const read = renderHook(() => useFetch({ queryKey: ['things'], queryFn: server.call }, null), {
        wrapper,
      })
      await server.succeed('here')
      expect(read.result.current).toMatchObject({ loaded: true, data: 'here' })
    } finally {
      onlineManager.setOnline(true)
    }
  })
})

describe('P84: an action', () => {
  function openAction() {
    const server = someCalls<string>()
    const seen: unknown[] = []
    const { result } = renderHook(
      () =>
        useAction((_: number) => server.call(), {
          onLoaded: (...args) => seen.push(args),
          onError: (...args) => seen.push(args),
        }),
      { wrapper: inClient().wrapper },
    )
    const run = (input: number) =>
      act(async () => {
        result.current.run(input)
        await settle()
      })
    return { ...server, seen, run, now: () => result.current }
  }
  const untouched = { loading: false, loaded: false, error: null, input: undefined, result: undefined }

  it('goes from nothing to loading to loaded, and by reset back', async () => {
    const { now, run, succeed, seen } = openAction()
    expect(now()).toMatchObject(untouched)
    await run(7)
    expect(now()).toMatchObject({ ...untouched, loading: true, input: 7 })
    await succeed('done')
    expect(now()).toMatchObject({ ...untouched, loaded: true, input: 7, result: 'done' })
    expect(seen).toEqual([['done', 7]])
    await act(async () => {
      now().reset()
      await settle()
    })
    expect(now()).toMatchObject(untouched)
  })
  it('keeps its error until it is started again', async () => {
    const { now, run, fail, seen } = openAction()
    await run(7)
    await fail(wrong)
    expect(now()).toMatchObject({ loading: false, loaded: false, error: wrong })
    expect(seen).toEqual([[wrong, 7]])
    await run(8)
    expect(now()).toMatchObject({ loading: true, loaded: false, error: null })
  })
  it('that is under way is not started again', async () => {
    const { run, calls } = openAction()
    await run(7)
    await run(7)
    expect(calls).toHaveLength(1)
  })
})
