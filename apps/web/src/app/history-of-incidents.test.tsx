import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { someAlert, someDelivery } from '../data/testing/some-alert.ts'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { openPage, robin, type Reply } from './testing/open-page.tsx'

const outage: Partial<AlertHistoryItem> = {
  ...{ incident_id: 10, status: 'ONGOING', began_at: '2026-11-21T11:49:00.000Z' },
  type: 'UPTIME',
}
const alerts = [
  someAlert({
    ...outage,
    id: 13,
    setting_id: 1231,
    title: 'Jail within 1 hour',
    at: '2026-11-21T11:52:00.000Z',
  }),
  someAlert({ id: 12, title: 'Stake fell', severity: 'INFO', at: '2026-11-21T11:51:00.000Z' }),
  someAlert({
    ...outage,
    id: 11,
    setting_id: 1031,
    title: 'More than 5% missed',
    severity: 'WARNING',
    at: '2026-11-21T11:50:00.000Z',
  }),
  someAlert({
    ...outage,
    id: 10,
    setting_id: 1121,
    title: '3 missed',
    severity: 'WARNING',
    at: '2026-11-21T11:49:03.000Z',
  }),
]

/** The page of a member whose history has these alerts; what is acknowledged is noted. */
async function openHistory(path = '/alerts-history', items = alerts) {
  const seen: unknown[] = []
  let waiting = 1
  const answer = (call: string, body: unknown): Reply | undefined => {
    if (call === 'GET /api/users/profile/') return [200, robin]
    if (call === 'GET /api/blockchains/list/1/') return [200, someList([someValidator({ id: 7 })])]
    if (call === 'GET /api/alerts/unacknowledged/1/') return [200, { count: waiting }]
    if (call.startsWith('GET /api/alerts/history/')) return [200, items]
    if (call !== 'POST /api/alerts/acknowledge/') return undefined
    seen.push(body)
    waiting = 0
    return 204
  }
  const page = await openPage(path, answer)
  await screen.findByRole('heading', { name: 'Alerts History' })
  return { ...page, seen }
}
const details = 'Details: Missing blocks since 11:49, 3 alerts'
const row = async () => (await screen.findByRole('button', { name: details })).closest('tr') as HTMLElement

describe('P982, P984: an incident in the history', () => {
  it('is one row, which is acknowledged at once, and counts once', async () => {
    const { user, seen } = await openHistory()
    within(await row()).getByText('ongoing')
    expect(screen.queryByText('3 missed')).toBeNull()
    screen.getByText('2 incidents')
    await screen.findByRole('link', { name: 'Alerts History 1 not acknowledged' })
    await user.click(within(await row()).getByRole('button', { name: 'Acknowledge' }))
    await waitFor(() => expect(seen).toEqual([{ alert_ids: [13, 11, 10] }]))
    await screen.findByRole('link', { name: 'Alerts History' })
    within(await row()).getByText(/, you$/)
  })

  it('P1040: one that is over is grey, and asks for nothing; of one that goes on the step that is over is grey', async () => {
    const over = { status: 'ENDED', ended_at: '2026-11-21T11:53:00.000Z' } as const
    const [jail, , ...others] = alerts
    const { user } = await openHistory('/alerts-history', [
      someAlert({ ...over, id: 20, title: 'Halted', is_over: true, at: '2026-11-21T11:52:30.000Z' }),
      someAlert({ ...over, id: 19, title: 'Blip', is_over: true, is_untold: true }),
      ...(jail ? [jail] : []),
      ...others.map((one) => ({ ...one, ...over })),
    ])
    const halted = (await screen.findByRole('button', { name: 'Details: Halted' })).closest('tr')
    const toneIn = (place: HTMLElement | null | undefined, word: string) =>
      within(place ?? document.body)
        .getByText(word)
        .closest('[data-mark]')
        ?.getAttribute('data-mark')
    expect(toneIn(halted, 'Critical')).toBe('neutral')
    within(halted ?? document.body).getByText('not needed: over')
    const blip = (await screen.findByRole('button', { name: 'Details: Blip' })).closest('tr')
    within(blip ?? document.body).getByText('over before it was sent')
    expect(toneIn(await row(), 'Critical')).toBe('error')
    within(await row()).getByRole('button', { name: 'Acknowledge' })
    await user.click(screen.getByRole('button', { name: details }))
    const steps = within(await screen.findByRole('list', { name: 'Its alerts, oldest first' }))
    expect(toneIn(steps.getByRole('button', { name: /3 missed/ }), 'Warning')).toBe('neutral')
    expect(toneIn(steps.getByRole('button', { name: /Jail within/ }), 'Critical')).toBe('error')
  })

  it('P1055: of what is over and whose message waits yet it does not say that it was over before it was sent', async () => {
    const waits = { state: 'QUEUED', attempts: 0, detail: 'comes_and_goes' } as const
    const over = {
      status: 'ENDED',
      ended_at: '2026-11-21T11:53:00.000Z',
      is_over: true,
      is_untold: true,
    } as const
    const mail = someDelivery({ id: 19, channel: 'EMAIL', ...waits, waits_until: '2026-11-21T12:07:00.000Z' })
    await openHistory('/alerts-history', [someAlert({ ...over, id: 19, title: 'Blip', deliveries: [mail] })])
    const blip = (await screen.findByRole('button', { name: 'Details: Blip' })).closest('tr')
    // P1057
    within(blip ?? document.body).getByText('Summary at 12:07')
    within(blip ?? document.body).getByText('not needed: over')
  })

  it('opens into its alerts, the oldest first, of which one is shown in full; the address names that', async () => {
    const { user } = await openHistory()
    await user.click(await screen.findByRole('button', { name: details }))
    const steps = await screen.findByRole('list', { name: 'Its alerts, oldest first' })
    const buttons = () =>
      within(steps)
        .getAllByRole('button', { expanded: false })
        .filter((one) => one.dataset['step'])
    const shown = () => within(steps).getAllByRole('button', { expanded: true })
    expect(shown().map((one) => one.dataset['step'])).toEqual(['13'])
    expect(buttons().map((one) => one.dataset['step'])).toEqual(['10', '11'])
    within(steps).getByText('Evidence')
    within(steps)
      .getByRole('button', { name: /^Warning.*3 missed/ })
      .focus()
    await user.keyboard('{Enter}')
    expect(shown().map((one) => one.dataset['step'])).toEqual(['10'])
    expect(window.location.search).toBe('?alert=10')
    await user.keyboard('{Enter}')
    expect(within(steps).queryByText('Evidence')).toBeNull()
    expect(screen.getByRole('button', { name: details }).getAttribute('aria-expanded')).toBe('true')
    await user.click(screen.getByRole('button', { name: details }))
    expect(screen.queryByRole('list', { name: 'Its alerts, oldest first' })).toBeNull()
  })

  it('P427: stands apart where a link names one of its alerts, which is open and has the focus', async () => {
    await openHistory('/alerts-history?alert=11')
    await screen.findByText('Linked alert')
    await waitFor(() => expect((document.activeElement as HTMLElement).dataset['step']).toBe('11'))
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getAllByRole('button', { name: details })).toHaveLength(1)
  })
})

it.each([
  [
    'ONGOING',
    'comes_and_goes',
    'keeps starting and stopping: sent by 12:05 if it goes on, earlier if it gets worse',
  ],
  ['ENDED', 'comes_and_goes', 'keeps starting and stopping: sent by 12:05'],
  ['ONGOING', 'quiet_hours', 'waiting for quiet hours to end at 12:05'],
] as const)(
  'P985: a message about what is %s that waits (%s) says by when it is sent',
  async (status, detail, said) => {
    const waits = { state: 'QUEUED', detail, waits_until: '2026-11-21T12:05:00.000Z' } as const
    const ended = status === 'ENDED' ? '2026-11-21T11:59:30.000Z' : null
    const alert = someAlert({
      id: 5,
      status,
      ended_at: ended,
      deliveries: [someDelivery({ id: 5, ...waits })],
    })
    const { user } = await openHistory('/alerts-history', [alert])
    await user.click(await screen.findByRole('button', { name: 'Details: Jailed 5' }, { timeout: 10_000 }))
    screen.getByText(status === 'ENDED' ? 'Summary at 12:05' : 'Waiting until 12:05')
    await screen.findByText(said)
  },
)

it('P1045: a call that is made once more as jail comes nearer says when, in the row and its details', async () => {
  const call = { channel: 'VOICE', state: 'QUEUED', attempts: 3, detail: 'Twilio: completed' } as const
  const next = someDelivery({ id: 5, ...call, waits_until: '2026-11-21T12:05:00.000Z' })
  const { user } = await openHistory('/alerts-history', [someAlert({ id: 5, deliveries: [next] })])
  await user.click(await screen.findByRole('button', { name: 'Details: Jailed 5' }, { timeout: 10_000 }))
  await waitFor(() => {
    expect(screen.getAllByText('Next call: 12:05')).toHaveLength(2)
  })
})

it.each([
  ['waiting: another call to this number is under way', 'waiting: another call to this number is under way'],
  ['waiting: this number was called a moment ago', 'waiting: this number was called a moment ago'],
  ['waiting: its provider takes only so many messages at a time', 'waiting for its turn'],
  [
    'waiting: the daily limit is used up, and this may be over in a moment',
    'waiting: the daily limit is used up, and this may be over in a moment',
  ],
])('P1046: of what waits for its turn, its number or a limit (%s) it says so: %s', async (detail, said) => {
  const waits = someDelivery({ id: 5, channel: 'VOICE', state: 'QUEUED', attempts: 0, detail })
  const { user } = await openHistory('/alerts-history', [someAlert({ id: 5, deliveries: [waits] })])
  await user.click(await screen.findByRole('button', { name: 'Details: Jailed 5' }, { timeout: 10_000 }))
  await screen.findByText(said)
})

it('A147: a phone that did not ring at once since somebody else is on call says so', async () => {
  const held = someDelivery({ id: 5, channel: 'SMS', state: 'SUPPRESSED', detail: 'on_call' })
  const { user } = await openHistory('/alerts-history', [someAlert({ id: 5, deliveries: [held] })])
  await user.click(await screen.findByRole('button', { name: 'Details: Jailed 5' }, { timeout: 10_000 }))
  await screen.findByText(/someone else on the team is on call/)
})

describe('P1035: an incident whose first alert is not loaded', () => {
  const missed = { type: 'UPTIME', status: 'ENDED', ended_at: '2026-11-21T11:57:21.000Z' } as const
  const first = { setting_id: 1121, title: '3 missed', began_at: '2026-11-21T11:49:00.000Z' }
  const near = { setting_id: 1231, title: 'Jail within 1 hour', began_at: '2026-11-21T11:52:20.000Z' }
  const end: Partial<AlertHistoryItem> = {
    ...{ setting_id: 1122, title: 'Signing again', severity: 'INFO', trigger: 'TRUE_TO_FALSE' },
    ...{ type: 'UPTIME', evidence: { missed_since: 503 } },
  }
  /** Of these ids, all of others than the incident one by themselves, so that the page has few rows. */
  const ledger = (
    from: number,
    to: number,
    steps: Record<number, Partial<AlertHistoryItem>>,
    incident: number,
  ) =>
    Array.from({ length: to - from + 1 }, (_, at) => to - at).map((id) =>
      someAlert({
        id,
        ...(steps[id] ? { incident_id: incident, ...steps[id] } : { incident_id: id - ((id - 1) % 100) }),
      }),
    )
  /** The history in pages of 100; what was asked for is noted. */
  async function openPages(all: readonly AlertHistoryItem[], path = '/alerts-history') {
    const before: (string | null)[] = []
    await openPage(path, (call) => {
      if (call === 'GET /api/users/profile/') return [200, robin]
      if (call === 'GET /api/blockchains/list/1/') return [200, someList([someValidator({ id: 7 })])]
      if (call === 'GET /api/alerts/unacknowledged/1/') return [200, { count: 1 }]
      if (!call.startsWith('GET /api/alerts/history/')) return undefined
      const query = new URLSearchParams(call.split('?')[1])
      before.push(query.get('before'))
      const upTo = Number(query.get('before') ?? Infinity)
      return [200, all.filter(({ id }) => id < upTo).slice(0, Number(query.get('limit')))]
    })
    await screen.findByRole('heading', { name: 'Alerts History' })
    return before
  }
  /** Spaces that break no line are spaces. */
  const opener = (name: string) =>
    screen.findByRole(
      'button',
      { name: (found) => found.replaceAll('\u00a0', ' ') === `Details: ${name}` },
      { timeout: 10_000 },
    )

  it('is loaded to its begin by itself, and told with its whole length', async () => {
    const steps = { 150: { ...missed, ...first }, 250: { ...missed, ...near }, 251: end }
    const before = await openPages(ledger(1, 300, steps, 150))
    const row = (await opener('Missed 503 blocks in 8 min 21 s, 3 alerts')).closest('tr')
    within(row as HTMLElement).getByText('11:49:00')
    expect(before).toEqual([null, '201'])
  })

  it('that is farther back than three more pages has neither begin nor figures', async () => {
    const steps = { 150: { ...missed, ...first }, 850: { ...missed, ...near }, 851: end }
    const before = await openPages(ledger(1, 900, steps, 150))
    await waitFor(() => expect(before).toEqual([null, '801', '701', '601']))
    const row = (await opener('Jail within 1 hour, 2 alerts')).closest('tr')
    within(row as HTMLElement).getByText('…')
    within(row as HTMLElement).getByText('older alerts not loaded')
    expect(screen.queryByText(/Missed 503/)).toBeNull()
    expect(before).toHaveLength(4)
  })

  it('since it is deleted is told as far as it is known, and not waited for', async () => {
    const steps = { 250: { ...missed, ...near }, 251: end }
    const gone = await openPages(ledger(120, 300, steps, 50))
    await opener('Missed 503 blocks in 5 min 1 s, 2 alerts')
    expect(gone).toEqual([null, '201'])
  })

  it('since it is none of the reader’s, whose alerts are loaded beyond it, is told at once', async () => {
    const steps = { 250: { ...missed, ...near }, 251: end }
    const others = await openPages(ledger(1, 301, steps, 230).filter(({ id }) => id !== 230))
    await opener('Missed 503 blocks in 5 min 1 s, 2 alerts')
    expect(others).toEqual([null])
  })
})
