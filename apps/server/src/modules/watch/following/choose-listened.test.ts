import type { EndpointView } from '@roundsman/cometbft/domain'
import { expect, test } from 'vitest'
import { chooseListened } from './header-sockets.ts'

const view = (host: string, over: Partial<EndpointView> = {}): EndpointView => ({
  host,
  state: 'OK',
  chainId: 'celestia',
  height: 100,
  earliestHeight: 1,
  latencyMs: 100,
  lastError: null,
  lies: 0,
  ...over,
})
const choose = (
  views: EndpointView[],
  over: { listened?: number[]; headHost?: string; backingOff?: number[] } = {},
) =>
  chooseListened({
    views,
    listened: over.listened ?? [],
    headHost: over.headHost ?? '',
    isBackingOff: (index) => over.backingOff?.includes(index) ?? false,
  })

test('W70: two, the one that shows the newest block and the quickest of the others', () => {
  const views = [view('a', { latencyMs: 300 }), view('b', { latencyMs: null }), view('c'), view('d')]
  expect(choose(views, { headHost: 'a' })).toEqual([0, 2])
})

test('W70: of different hosts', () => {
  expect(choose([view('a'), view('a'), view('b', { latencyMs: 900 })])).toEqual([0, 2])
  expect(choose([view('a'), view('a')])).toEqual([0])
})

test.each(['UNTRIED', 'CATCHING_UP', 'BEHIND', 'WRONG_NETWORK', 'LYING'] as const)(
  'W74: none that is %s, listened at or not',
  (state) => {
    expect(choose([view('a', { state }), view('b')], { listened: [0], headHost: 'a' })).toEqual([1])
    expect(choose([view('a', { state })])).toEqual([])
  },
)

test('W74: who is listened at stays, whoever is quicker, and also where a request failed', () => {
  const views = [view('a', { latencyMs: 900 }), view('b', { state: 'FAILING' }), view('c'), view('d')]
  expect(choose(views, { listened: [0, 1], headHost: 'c' })).toEqual([1, 0])
  expect(choose(views)).toEqual([2, 3])
})

test('W73: none that backs off after a failure', () => {
  expect(choose([view('a'), view('b'), view('c')], { backingOff: [0], headHost: 'a' })).toEqual([1, 2])
})
