import type { NetworkStatuses } from '@roundsman/contract/networks/validators'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { browserNotifications } from '../browser/browser.ts'
import { someList } from '../testing/some-list.ts'
import { applyLiveEvent, type LiveEntries, liveEntries } from './live-entries.ts'
import { networkStatusesKey } from './validators.ts'

const { status } = someList([])
const halted = { event: 'status', data: { ...status, state: 'HALTED' } } as const

it('P32: the state of a network changes wherever it is cached, and nothing is made up where it is not', () => {
  const queries = new QueryClient()
  const attention = { jailed: 2, missing: 1 }
  const entry = (blockchain_id: number) => ({ blockchain_id, status, attention })
  queries.setQueryData<NetworkStatuses>(networkStatusesKey, { networks: [entry(1), entry(2)] })
  applyLiveEvent(liveEntries, halted, { queries, blockchainId: 2, means: null })
  expect(queries.getQueryData(networkStatusesKey)).toEqual({
    networks: [entry(1), { blockchain_id: 2, status: halted.data, attention }],
  })
  expect(queries.getQueryCache().getAll()).toHaveLength(1)
})

it('P36: what is announced to the user is announced by the tab that holds the stream alone', () => {
  const announced: string[] = []
  const entries: LiveEntries = {
    ...liveEntries,
    status: { caches: [], announce: (data, id) => announced.push(`${id} ${data.state}`) },
  }
  const queries = new QueryClient()
  const means = {
    storage: { read: () => null, write: () => undefined },
    now: () => 0,
    notifications: browserNotifications,
    toast: () => undefined,
  }
  for (const mine of [null, means, null])
    applyLiveEvent(entries, halted, { queries, blockchainId: 1, means: mine })
  expect(announced).toEqual(['1 HALTED'])
})
