import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { describe, expect, it } from 'vitest'
import { someAlert, someDelivery } from '../data/testing/some-alert.ts'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { openPage, robin } from './testing/open-page.tsx'

const wait = { timeout: 10_000 }

/** The history of a member who has these alerts. */
async function openHistory(alerts: readonly AlertHistoryItem[], path = '/alerts-history') {
  const histories: string[] = []
  const page = await openPage(path, (call) => {
    if (call === 'GET /api/users/profile/') return [200, robin]
    if (call === 'GET /api/blockchains/list/1/') return [200, someList([someValidator({ id: 7 })])]
    if (!call.startsWith('GET /api/alerts/history/')) return undefined
    histories.push(call.slice(24))
    return [200, alerts]
  })
  return { ...page, histories }
}
const row = async (name: RegExp) => screen.findByRole('row', { name }, wait)
const openedDeliveries = async () => {
  const section = (await screen.findByRole('heading', { name: 'Deliveries' })).parentElement
  if (!section) throw new Error('The deliveries stand in no section')
  return section
}

describe('what became of the messages about an alert', () => {
  it('P819, P1017, P1018: lists deliveries in the order of time, their outcomes in words, and the attempts that were made', async () => {
    const at = (second: number) => `2026-11-21T11:59:0${second}.000Z`
    const stopped = 'Twilio: no-answer; nothing to say any more'
    const { user } = await openHistory([
      someAlert({
        id: 12,
        title: 'Missed',
        acknowledged_at: at(9),
        acknowledged_via: 'PAGE',
        deliveries: [
          someDelivery({ id: 3, to: 'third', at: at(7), channel: 'EMAIL' }),
          someDelivery({
            ...{ id: 2, to: 'second', at: at(5), channel: 'VOICE', attempts: 1 },
            ...{ state: 'QUEUED', detail: 'Twilio: no-answer' },
          }),
          someDelivery({
            ...{ id: 1, to: 'first', at: at(3), channel: 'VOICE', attempts: 2 },
            ...{ state: 'SUPPRESSED', detail: stopped },
          }),
        ],
      }),
    ])
    await user.click(within(await row(/Missed/)).getByRole('button', { name: 'Details: Missed' }))
    const items = within(await openedDeliveries()).getAllByRole('listitem')
    expect(items.every((item) => item.querySelector('[data-wraps]') !== null)).toBe(true)
    expect(items.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
      '11:59:03Call firstCalled, not answered1 attempt · stopped: acknowledged',
      '11:59:05Call secondCalled, not answered1 attempt · nobody answered',
      '11:59:07E-mail thirdDelivered1 attempt',
    ])
  })

  it('P1030: says of what goes on that the message that it is over is not muted', async () => {
    const muted = { muted_until: '2026-11-21T13:00:00.000Z', type: 'UPTIME', setting_id: 1121 } as const
    const { user } = await openHistory([
      someAlert({ ...muted, id: 12, title: 'Missed', status: 'UNKNOWN', target_name: 'Heron' }),
    ])
    await user.click(await screen.findByRole('button', { name: /^Details: Missing/ }, wait))
    await screen.findByText('Muted until 13:00: “Missed” on Heron. The message that it’s over isn’t muted.')
  })

  it('P933: says of what waits that it does and why', async () => {
    const waits = { state: 'QUEUED', attempts: 1, detail: 'comes_and_goes' } as const
    const at = (second: number) => `2026-11-21T11:59:0${second}.000Z`
    const deliveries = [
      someDelivery({ id: 1, to: 'first', at: at(3), channel: 'VOICE', ...waits }),
      someDelivery({ id: 2, to: 'second', at: at(5), channel: 'EMAIL', ...waits }),
    ]
    const { user } = await openHistory([
      someAlert({ id: 12, title: 'Missed', status: 'ONGOING', deliveries }),
    ])
    await user.click(within(await row(/Missed/)).getByRole('button', { name: 'Details: Missed' }))
    const items = within(await openedDeliveries()).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
      '11:59:03Call firstWaitingwaiting: keeps starting and stopping',
      '11:59:05E-mail secondWaitingwaiting: keeps starting and stopping',
    ])
  })

  it('P1036: a call about what is over says so, or that it rang in vain; one that the server says is to come is', async () => {
    const call = { channel: 'VOICE', state: 'SUPPRESSED' } as const
    const over = { status: 'ENDED', ended_at: '2026-11-21T11:59:09.000Z', is_over: true } as const
    const calls = [
      { ...call, attempts: 0, detail: 'over' },
      { ...call, attempts: 1, detail: 'Twilio: no-answer; over' },
      { ...call, attempts: 1, detail: 'Twilio 503: unavailable; over' },
      { ...call, state: 'QUEUED', attempts: 0 },
    ] as const
    const titles = ['Missed', 'Silent', 'Failed', 'Halted']
    const { user } = await openHistory(
      calls.map((one, at) =>
        someAlert({
          ...{ id: 20 - at, title: titles[at] ?? '', ...over },
          deliveries: [someDelivery({ id: at, ...one })],
        }),
      ),
    )
    within(await row(/Silent/)).getByText('Called, not answered')
    within(await row(/Failed/)).getByText('Not called: over')
    within(await row(/Halted/)).getByText('Not called yet')
    within(await row(/Missed/)).getByText('Not called: over')
    const said = async (title: string) => {
      await user.click(
        within(await row(new RegExp(title))).getByRole('button', { name: `Details: ${title}` }),
      )
      const [item] = within(await openedDeliveries()).getAllByRole('listitem')
      const text = item?.textContent?.replaceAll('\u00a0', ' ')
      await user.click(
        within(await row(new RegExp(title))).getByRole('button', { name: `Details: ${title}` }),
      )
      return text
    }
    expect(await said('Missed')).toMatch(/Not called: over$/)
    expect(await said('Silent')).toMatch(/Called, not answered1 attempt · stopped: over$/)
  })

  it('P1044: what is pressed while another row closes is done', async () => {
    const { user } = await openHistory(
      ['Missed', 'Silent'].map((title, at) => someAlert({ id: 20 - at, title })),
    )
    const button = async (title: string) =>
      within(await row(new RegExp(title))).getByRole('button', { name: `Details: ${title}` })
    const [closing, pressed] = [await button('Missed'), await button('Silent')]
    await user.click(closing)
    await openedDeliveries()
    await user.pointer({ keys: '[MouseLeft>]', target: pressed })
    fireEvent.click(closing)
    await waitFor(() => expect(closing.getAttribute('aria-expanded')).toBe('false'))
    await user.pointer({ keys: '[/MouseLeft]', target: pressed })
    await waitFor(() => expect(pressed.getAttribute('aria-expanded')).toBe('true'))
  })

  it('P897 P936 P1058 E303: says which budget kept a message back, and until when there are none, with the day where that is another one', async () => {
    const at = (second: number) => `2026-11-21T11:59:0${second}.000Z`
    const until = '2026-11-21T14:22:00.000Z'
    const keptBack = { state: 'SUPPRESSED', attempts: 0 } as const
    const deliveries = [
      ...[`budget_used_up ${until}`, `budget_share_used_up 2026-11-22T10:48:00.000Z`].map((detail, index) =>
        someDelivery({ id: index, to: '', at: at(index), channel: 'SMS', ...keptBack, detail }),
      ),
      // P1058
      someDelivery({
        ...{ id: 3, to: '', at: at(3), channel: 'SMS', ...keptBack, detail: `budget_used_up ${until} 6` },
      }),
      ...(['SMS', 'VOICE'] as const).map((channel, index) => {
        const detail = `budget of 300 ${channel.toLowerCase()} messages a day for the site is used up`
        return someDelivery({ id: 5 + index, to: '', at: at(5 + index), channel, ...keptBack, detail })
      }),
    ]
    const { user } = await openHistory([someAlert({ id: 12, title: 'Missed', deliveries })])
    await user.click(within(await row(/Missed/)).getByRole('button', { name: 'Details: Missed' }))
    const items = within(await openedDeliveries()).getAllByRole('listitem')
    expect(
      items.map(({ textContent }) => textContent?.replace(/.*(reached|graver alerts)(?=not)/, '')),
    ).toEqual([
      'not sent: daily SMS limit used up until 14:22',
      'not sent: SMS limit for alerts no graver than this used up until Nov 22, 10:48',
      'not sent: your last 6 SMS until 14:22 are kept for the gravest alerts',
      'not sent: this site’s daily SMS limit is used up',
      'not called: this site’s daily call limit is used up',
    ])
  })

  it('P937: no line of what is said of a message ends with a dot', async () => {
    const said = { channel: 'EMAIL', attempts: 3, detail: 'out of order' } as const
    const { user } = await openHistory([
      someAlert({ id: 12, title: 'Missed', deliveries: [someDelivery({ id: 1, ...said })] }),
    ])
    await user.click(within(await row(/Missed/)).getByRole('button', { name: 'Details: Missed' }))
    expect((await openedDeliveries()).textContent).toContain('3 attempts ·\u00a0out of order')
  })

  it('P822: opens the alerts of a message alone, from the newest of them on, with a way to all', async () => {
    const alerts = [12, 11, 10].map((id) => someAlert({ id, title: `Alert ${id}` }))
    const { user, histories } = await openHistory(alerts, '/alerts-history?alerts=11.10')
    await row(/Alert 11/)
    await row(/Alert 10/)
    expect(screen.queryByRole('row', { name: /Alert 12/ })).toBeNull()
    expect(histories.at(-1)).toBe('1/?limit=100&before=12')
    await user.click(screen.getByRole('button', { name: 'Show all alerts instead of those of a message' }))
    await row(/Alert 12/)
    expect(window.location.search).toBe('')
  })

  it('P818: nobody claims of an imported alert that it was acknowledged on this site', async () => {
    const seen = { acknowledged_at: '2026-11-20T11:59:30Z', acknowledged_via: 'PAGE' } as const
    const { user } = await openHistory([
      someAlert({ ...seen, id: 12, title: 'Own', deliveries: [], evidence: {} }),
      someAlert({ ...seen, id: 11, title: 'Past', deliveries: [], evidence: { imported: true } }),
    ])
    within(await row(/Own/)).getByText('Nov 20, 11:59, you')
    within(await row(/Past/)).getByText('Nov 20, 11:59')
    await user.click(screen.getByRole('button', { name: 'Details: Past' }))
    await screen.findByText(/^Acknowledged, Nov 20/)
  })
})
