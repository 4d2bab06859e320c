import type { ValidatorDetails } from '@roundsman/contract/networks/validator-details'
import type { Validator } from '@roundsman/contract/networks/validators'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createStreamSeq } from '../api/live-line.ts'
import { type Services, ServicesContext } from '../services/services.ts'
import { someDetails } from '../testing/some-details.ts'
import { someList, someValidator } from '../testing/some-list.ts'
import { countedNow, outageNow, outageTransition, useDetails } from './details.ts'
import { blockTimesOf, keepBlockTimes, keepStreamedBlocks } from './streamed-blocks.ts'
import { validatorsKey } from './validators.ts'

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const at = '2026-11-21T12:00:00Z'
const height = (newest: number) => ({
  ...{ height: newest, at, seq: newest },
  blocks: [{ ...{ height: newest, at, m: [], n: [], p: [], none: [] }, assurance: 'PROVEN' as const }],
})

/** The details of a validator in front of a server that counts how often it is asked for them. */
async function open(row: Partial<Validator> = {}) {
  queries.clear()
  const answers: ValidatorDetails[] = []
  const answer = { current: someDetails({ id: 1 }) }
  const client = {
    callTo: () => {
      answers.push(answer.current)
      return Promise.resolve(answer.current)
    },
    call: () => Promise.resolve(someList([someValidator({ id: 1, ...row })])),
  }
  const services = { client, queries, streamSeq: createStreamSeq(), network: { blockchain_id: 1 } }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ServicesContext value={services as unknown as Services}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </ServicesContext>
  )
  const { result } = renderHook(() => useDetails('1', 500), { wrapper })
  await waitFor(() => expect(result.current.known?.list).toBeDefined())
  /** Whatever follows from what is known has been asked for. */
  const settled = () => waitFor(() => expect(queries.isFetching()).toBe(0))
  await settled()
  const stream = async (change: Partial<Validator>) => {
    act(() => {
      queries.setQueryData(validatorsKey(1), someList([someValidator({ id: 1, ...change })]))
    })
    await settled()
  }
  return { answers, answer, stream, settled }
}

afterEach(() => vi.useRealTimers())

describe('P340: the details of a validator', () => {
  it('are loaded once when they are opened', async () => {
    const { answers } = await open()
    expect(answers).toHaveLength(1)
  })

  it('are loaded again when its row says something else, once', async () => {
    const { answers, answer, stream } = await open()
    answer.current = someDetails({ id: 1, moniker: 'Copper Lantern' })
    await stream({ moniker: 'Copper Lantern' })
    expect(answers).toHaveLength(2)
    await stream({ moniker: 'Copper Lantern', missed_blocks: 7 })
    expect(answers).toHaveLength(2)
  })

  it('are loaded again when the stream left out a block, once', async () => {
    const { answers, answer, settled } = await open()
    answer.current = someDetails({
      id: 1,
      signatures: { from_height: 1, letters: 's'.repeat(103), assurances: 'P'.repeat(103) },
    })
    act(() => keepStreamedBlocks(queries, 1, height(103)))
    await settled()
    expect(answers).toHaveLength(2)
  })
})

describe('P521: the outage of a validator', () => {
  const from = '2026-11-21T11:00:00Z'
  const outage = { blocks: 4, first_height: 97, last_height: 100, from, to: at, at_least: false }
  const details = someDetails({
    ...{ id: 1, outage },
    signatures: { from_height: 97, letters: 'mmmm', assurances: 'PPPP' },
  })
  /** Blocks from 101 on, by their letters. */
  const streamed = (letters: string) =>
    new Map(
      [...letters].map((letter, index) => {
        const m = letter === 'm' ? [1] : []
        return [
          101 + index,
          { height: 101 + index, at: `2026-11-21T12:00:0${index}Z`, m, n: [], p: [], none: [] },
        ]
      }),
    )
  const grid = (letters: string, assurances = 'P'.repeat(letters.length)) => ({
    from: 97,
    letters,
    assurances,
  })

  it('goes on with the blocks of the stream', () => {
    expect(outageNow(details, grid('mmmmms'), streamed('ms'))).toEqual({
      ...outage,
      ...{ blocks: 5, last_height: 101, to: '2026-11-21T12:00:00Z' },
    })
    expect(outageNow({ ...details, outage: null }, grid('mmmmms'), streamed('ms'))).toBeNull()
  })

  it.each([
    ['begins with three missed blocks in a row', null, 'smsmmm', undefined, 'begun'],
    ['does not with two', null, 'smmsmm', undefined, null],
    ['goes on while fewer than ten are signed', outage, `mmmm${'s'.repeat(9)}`, undefined, null],
    ['is over after ten', outage, `mmmm${'s'.repeat(10)}`, undefined, 'over'],
    ['is over outside the set', outage, 'mmmm-', undefined, 'over'],
    ['is not over by a block that nobody saw', outage, 'mmmm-', 'PPPP-', null],
  ] as const)('%s', (_what, known, letters, assurances, transition) => {
    expect(outageTransition(known, grid(letters, assurances))).toBe(transition)
  })

  it('is loaded when it begins, once', async () => {
    const { answers, answer, settled } = await open()
    answer.current = someDetails({ id: 1, outage: { ...outage, first_height: 101, last_height: 103 } })
    for (const newest of [101, 102, 103, 104]) {
      const { blocks, ...rest } = height(newest)
      act(() =>
        keepStreamedBlocks(queries, 1, { ...rest, blocks: blocks.map((one) => ({ ...one, m: [1] })) }),
      )
      await settled()
    }
    expect(answers).toHaveLength(2)
  })
})

it('P341: times of blocks are known for as long as the page is open', () => {
  vi.useFakeTimers()
  queries.clear()
  keepBlockTimes(queries, 1, height(41))
  vi.advanceTimersByTime(4 * 60_000)
  keepBlockTimes(queries, 1, height(42))
  vi.advanceTimersByTime(4 * 60_000)
  expect([...blockTimesOf(queries, 1).keys()]).toEqual([41, 42])
})

describe('P910: of how many blocks the uptime is', () => {
  const answer = {
    counted_blocks: 192,
    signatures: { from_height: 101, letters: 'ssss', assurances: 'PPPP' },
  }
  const row = { uptime: 0.9, signed_blocks_window: 300 }
  const grid = (letters: string, from = 101) => ({ from, letters, assurances: 'P'.repeat(letters.length) })

  it('goes on with the blocks that the stream brought', () => {
    expect(countedNow(answer, row, null)).toBe(192)
    expect(countedNow(answer, row, grid('ssss'))).toBe(192)
    expect(countedNow(answer, row, grid('ssssms-s'))).toBe(195)
    expect(countedNow(answer, row, grid('ss', 110))).toBe(194)
    expect(countedNow(answer, { ...row, signed_blocks_window: 193 }, grid('ssssms'))).toBe(193)
  })
  it('is not known where the uptime is not', () => {
    expect(countedNow(answer, { ...row, uptime: null }, grid('ssss'))).toBeNull()
    expect(countedNow({ ...answer, counted_blocks: null }, row, grid('ssss'))).toBeNull()
  })
})
