import { QueryClientProvider } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createStreamSeq, startLiveLine } from '../api/live-line.ts'
import { createQueries } from '../api/operation.ts'
import { type Services, ServicesContext } from '../services/services.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { someList, someValidator } from '../testing/some-list.ts'
import { LiveProvider, useLiveState } from './live-provider.tsx'
import { useValidators, validatorsKey } from './validators.ts'

afterEach(() => vi.unstubAllGlobals())

it('P716: what the stream brings in one piece is drawn at once', async () => {
  const clock = createFakeClock()
  const queries = createQueries()
  queries.setQueryData(validatorsKey(1), { ...someList([someValidator({ id: 1 })]), seq: 6 })
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = []
  const fetch = () => {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => void bodies.push(controller)
    return Promise.resolve(new Response(new ReadableStream<Uint8Array>({ start })))
  }
  const services = {
    queries,
    clock,
    network: { blockchain_id: 1 },
    streamSeq: createStreamSeq(),
    serverTime: clock,
    joinLive: (_id: number, onUpdate: Parameters<Services['joinLive']>[1]) =>
      startLiveLine({
        url: '/api/live/1/',
        fetch,
        clock,
        random: () => 0.5,
        onUpdate: (update) => onUpdate(update, false),
      }),
  } as unknown as Services
  const drawn: string[] = []
  function Page() {
    const { lastReceivedAt } = useLiveState()
    const { known } = useValidators()
    drawn.push(`${known?.network_height} ${known?.validators[0]?.missed_blocks} ${lastReceivedAt !== null}`)
    return drawn.length
  }
  // So that React draws when it would by itself, and not when a test says so.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  render(
    <ServicesContext value={services}>
      <QueryClientProvider client={queries}>
        <LiveProvider blockchainId={1} enabled onAlert={() => undefined}>
          <Page />
        </LiveProvider>
      </QueryClientProvider>
    </ServicesContext>,
  )
  await waitFor(() => expect(drawn.at(-1)).toBe('100 0 true'))
  const before = drawn.length
  const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
  const height = { height: 101, at: '2026-11-21T12:00:01Z', seq: 7, blocks: [] }
  const changed = { changed: [{ id: 1, missed_blocks: 3 }], removed: [], seq: 7 }
  bodies[0]?.enqueue(new TextEncoder().encode(event('height', height) + event('validators', changed)))
  await waitFor(() => expect(drawn.at(-1)).toBe('101 3 true'))
  expect(drawn.length - before).toBe(1)
})
