import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../api/api-client.ts'
import { NoAnswerError } from '../api/errors.ts'
import { decodeStreamEvent } from '../api/live-line.ts'
import type { BrowserNotifications } from '../browser/browser.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { settle } from '../testing/settle.ts'
import { someAlert, someDelivery } from '../testing/some-alert.ts'
import { markSeen, sendSeen } from './acknowledge.ts'
import {
  heldReason,
  type HistoryFilter,
  historyKey,
  type HistoryPages,
  historyQuery,
  needsAcknowledgement,
  withAlert,
} from './alert-history.ts'
import { announceAlert, putAlert, readAlertsAgain } from './live-alerts.ts'

const pagesOf = (...pages: number[][]): HistoryPages => ({
  pages: pages.map((ids) => ids.map((id) => someAlert({ id }))),
  pageParams: pages.map(() => null),
})
const idsOf = ({ pages }: HistoryPages) => pages.map((page) => page.map(({ id }) => id))

describe('P151: an alert of the stream', () => {
  it('stands on top when it is new, and where its id belongs when it is late', () => {
    const before = pagesOf([9, 7], [5, 3])
    expect(idsOf(withAlert(before, someAlert({ id: 10 })))).toEqual([
      [10, 9, 7],
      [5, 3],
    ])
    expect(idsOf(withAlert(before, someAlert({ id: 8 })))).toEqual([
      [9, 8, 7],
      [5, 3],
    ])
    expect(idsOf(withAlert(before, someAlert({ id: 6 })))).toEqual([
      [9, 7],
      [6, 5, 3],
    ])
    expect(idsOf(withAlert(pagesOf([]), someAlert({ id: 1 })))).toEqual([[1]])
  })
  it('takes the place of the one with its id, and leaves all others as they are', () => {
    const before = pagesOf([9, 7], [5])
    const after = withAlert(before, someAlert({ id: 7, title: 'Seen' }))
    expect(after.pages[0]?.[1]?.title).toBe('Seen')
    expect(after.pages[0]?.[0]).toBe(before.pages[0]?.[0])
    expect(after.pages[1]).toBe(before.pages[1])
  })
  it('older than what was read comes with its page', () => {
    const before = pagesOf([9, 7])
    expect(withAlert(before, someAlert({ id: 2 }))).toBe(before)
  })
  it('reaches every list of its network that it belongs to, and no other', () => {
    const queries = new QueryClient()
    const filters: HistoryFilter[] = [{}, { type: 'UPTIME' }, { validator: 7 }, { bridge: 1 }, { only: 3 }]
    for (const filter of filters) queries.setQueryData(historyKey(1, filter), pagesOf([]))
    queries.setQueryData(historyKey(2, {}), pagesOf([]))
    putAlert(queries, 1, someAlert({ id: 3 }))
    const held = (network: number, filter: HistoryFilter) =>
      queries.getQueryData<HistoryPages>(historyKey(network, filter))?.pages.flat().length
    expect(filters.map((filter) => held(1, filter))).toEqual([1, 0, 1, 0, 1])
    expect(held(2, {})).toBe(0)
  })
  it('P302: is not lost that comes while a page of the history is under way', async () => {
    const queries = new QueryClient()
    let answer: (page: AlertHistoryItem[]) => void = () => undefined
    const client = {
      callTo: () => new Promise<AlertHistoryItem[]>((resolve) => (answer = resolve)),
    } as unknown as ApiClient
    putAlert(queries, 1, someAlert({ id: 8, title: 'Sent before' }))
    const reading = queries.fetchInfiniteQuery(historyQuery(client, 1, { type: 'UPTIME' }))
    await settle()
    putAlert(queries, 1, someAlert({ id: 11, type: 'UPTIME' }))
    putAlert(queries, 1, someAlert({ id: 12, type: 'JAILED' }))
    putAlert(queries, 2, someAlert({ id: 13, type: 'UPTIME' }))
    putAlert(queries, 1, someAlert({ id: 9, type: 'UPTIME', title: 'Delivered' }))
    answer([someAlert({ id: 9, type: 'UPTIME', title: 'Sent' }), someAlert({ id: 8, type: 'UPTIME' })])
    const { pages } = await reading
    expect(pages.flat().map(({ id, title }) => [id, title])).toEqual([
      [11, someAlert({ id: 11 }).title],
      [9, 'Delivered'],
      [8, someAlert({ id: 8 }).title],
    ])
  })
  it('is dropped where the contract does not know it', () => {
    expect(decodeStreamEvent('alert', '{"id":1}')).toBeNull()
    expect(decodeStreamEvent('alert', 'no json')).toBeNull()
    const item = someAlert({ id: 1 })
    expect(decodeStreamEvent('alert', JSON.stringify(item))).toEqual({ event: 'alert', data: item })
  })
  it('P31: after a break what was read is read again, but not all of a long history at once', () => {
    const queries = new QueryClient()
    queries.setQueryData(historyKey(1, {}), pagesOf([9], [8], [7], [6], [5]))
    readAlertsAgain(queries, 1, 'none')
    const state = queries.getQueryState<HistoryPages>(historyKey(1, {}))
    expect(state?.data && idsOf(state.data)).toEqual([[9], [8], [7]])
    expect(state?.isInvalidated).toBe(true)
  })
})

describe('P150: the history is asked for', () => {
  function someServer(answers: AlertHistoryItem[][]) {
    const asked: unknown[] = []
    const client = {
      async callTo(_endpoint: unknown, { query }: { query: unknown }) {
        asked.push(query)
        return answers.shift() ?? []
      },
    } as unknown as ApiClient
    return { asked, client }
  }
  it('by filter and cursor, until a page is not full', async () => {
    const page = Array.from({ length: 100 }, (_, at) => someAlert({ id: 500 - at }))
    const { asked, client } = someServer([page, [someAlert({ id: 12 })]])
    const queries = new QueryClient()
    const options = historyQuery(client, 1, { type: 'JAILED', validator: 7 })
    const read = await queries.fetchInfiniteQuery({ ...options, pages: 5 })
    expect(asked).toEqual([
      { limit: 100, type: 'JAILED', blockchain_validator_id: 7 },
      { limit: 100, before: 401, type: 'JAILED', blockchain_validator_id: 7 },
    ])
    expect(read.pages.flat()).toHaveLength(101)
  })
  it('for one alert by its id, which is not the next older one', async () => {
    const { asked, client } = someServer([[someAlert({ id: 4 })], [someAlert({ id: 5 })]])
    const queries = new QueryClient()
    const one = (only: number) => queries.fetchInfiniteQuery(historyQuery(client, 1, { only }))
    expect((await one(6)).pages).toEqual([[]])
    expect((await one(5)).pages.flat()).toHaveLength(1)
    expect(asked).toEqual([
      { limit: 1, before: 7 },
      { limit: 1, before: 6 },
    ])
  })
})

describe('P153: acknowledging', () => {
  function somePage(fail: boolean) {
    const queries = new QueryClient()
    queries.setQueryData(historyKey(1, {}), pagesOf([3, 2, 1]))
    const bodies: unknown[] = []
    const client = {
      async callTo(_endpoint: unknown, { body }: { body: unknown }) {
        bodies.push(body)
        if (fail) throw new NoAnswerError(false, null)
      },
    } as unknown as ApiClient
    const clock = createFakeClock()
    const network = { blockchain_id: 1 }
    const deps = { client, queries, network, serverTime: { now: clock.now } } as unknown as Parameters<
      typeof markSeen
    >[0]
    const seen = () =>
      queries
        .getQueryData<HistoryPages>(historyKey(1, {}))
        ?.pages.flat()
        .map(({ acknowledged_via }) => acknowledged_via)
    return { bodies, deps, seen, queries }
  }
  it('shows at once, and tells the server once', async () => {
    const { bodies, deps, seen } = somePage(false)
    const mark = markSeen(deps, [3, 1])
    expect(seen()).toEqual(['PAGE', null, 'PAGE'])
    await sendSeen(deps, mark)
    expect(bodies).toEqual([{ alert_ids: [3, 1] }])
    expect(seen()).toEqual(['PAGE', null, 'PAGE'])
  })
  it('goes back where the server did not take it; what a call acknowledged meanwhile stays', async () => {
    const { deps, seen, queries } = somePage(true)
    const mark = markSeen(deps, [3, 2])
    putAlert(
      queries,
      1,
      someAlert({ id: 2, acknowledged_at: '2026-11-21T12:00:01Z', acknowledged_via: 'CALL' }),
    )
    await expect(sendSeen(deps, mark)).rejects.toThrow()
    expect(seen()).toEqual([null, 'CALL', null])
  })
  it('is asked of what may need a person: not of information, nor of what was held back or muted', () => {
    const suppressed = (detail: string) =>
      someAlert({ id: 1, deliveries: [someDelivery({ id: 1, state: 'SUPPRESSED', detail })] })
    expect(needsAcknowledgement(someAlert({ id: 1 }))).toBe(true)
    expect(needsAcknowledgement(someAlert({ id: 1, severity: 'INFO' }))).toBe(false)
    expect(heldReason(suppressed('mass_miss'))).toBe('mass_miss')
    expect(needsAcknowledgement(suppressed('muted'))).toBe(false)
    // Nobody was notified, and nobody wanted to be.
    expect(needsAcknowledgement(suppressed('budget_used_up 2026-11-22T12:00:00.000Z'))).toBe(true)
    expect(needsAcknowledgement(someAlert({ id: 1, deliveries: [] }))).toBe(true)
    // B175: it was somebody else's to acknowledge.
    expect(needsAcknowledgement(someAlert({ id: 1, deliveries: [], evidence: { imported: true } }))).toBe(
      false,
    )
  })
})

describe('P152: a new alert is announced', () => {
  const kept = new Map<string, string>()
  function someTab(permission: 'granted' | 'denied' = 'granted') {
    const toasts: number[] = []
    const shown: string[] = []
    const notifications: BrowserNotifications = {
      permission: () => permission,
      ask: async () => undefined,
      show: (title, { tag }) => shown.push(`${tag} ${title}`) > 0,
    }
    const storage = {
      read: (key: string) => kept.get(key) ?? null,
      write: (key: string, value: string) => void kept.set(key, value),
    }
    const announce = (item: AlertHistoryItem) =>
      announceAlert(item, 1, {
        ...{ storage, now: createFakeClock().now, notifications },
        toast: ({ id }) => toasts.push(id),
      })
    return { announce, toasts, shown }
  }
  it('once in a browser, whichever of its tabs leads; a receipt for it is no new alert', () => {
    kept.clear()
    const [one, other] = [someTab(), someTab()]
    one.announce(someAlert({ id: 5 }))
    one.announce(someAlert({ id: 5, deliveries: [] }))
    other.announce(someAlert({ id: 5 }))
    other.announce(someAlert({ id: 6 }))
    expect([one.toasts, other.toasts]).toEqual([[5], [6]])
  })
  it('outside the window only where the user wants it and the browser allows it', () => {
    kept.clear()
    const tab = someTab()
    tab.announce(someAlert({ id: 1 }))
    expect(tab.shown).toEqual([])
    kept.set('alertNotifications', 'true')
    tab.announce(someAlert({ id: 2 }))
    expect(tab.shown).toEqual(['alert-2 Copper Lantern: Jailed 2'])
    const blocked = someTab('denied')
    blocked.announce(someAlert({ id: 3 }))
    expect([blocked.toasts, blocked.shown]).toEqual([[3], []])
  })
  it('not when it is old, was acknowledged, or was held back', () => {
    kept.clear()
    const tab = someTab()
    tab.announce(someAlert({ id: 1, at: '2026-11-21T10:00:00Z' }))
    tab.announce(someAlert({ id: 2, acknowledged_at: '2026-11-21T11:59:30Z' }))
    const held = someDelivery({ id: 1, state: 'SUPPRESSED', detail: 'network_halted' })
    tab.announce(someAlert({ id: 3, deliveries: [held] }))
    expect(tab.toasts).toEqual([])
  })
  it('but not by a toast when it is informational, as every end is', () => {
    kept.clear()
    kept.set('alertNotifications', 'true')
    const tab = someTab()
    tab.announce(someAlert({ id: 1, severity: 'INFO' }))
    tab.announce(someAlert({ id: 2, severity: 'WARNING' }))
    expect(tab.toasts).toEqual([2])
    expect(tab.shown).toHaveLength(2)
  })
})
