import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { someAlert } from '../data/testing/some-alert.ts'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { openPage, problem, robin, type Reply } from './testing/open-page.tsx'

const wait = { timeout: 10_000 }
const alerts = [
  someAlert({ id: 12, title: 'Missing 10 blocks in a row', type: 'UPTIME' }),
  someAlert({ id: 11, title: 'Jailed', acknowledged_at: '2026-11-21T11:59:30Z', acknowledged_via: 'CALL' }),
  someAlert({ id: 10, title: 'Network makes blocks again', severity: 'INFO', target_name: null }),
]

type Answer = (call: string, body: unknown) => Reply | Promise<Reply> | undefined

/** The page of a member whose history has these alerts, unless the test answers otherwise. */
async function openHistory(
  path = '/alerts-history',
  otherwise: Answer = () => undefined,
  site: Parameters<typeof openPage>[2] = {},
) {
  const histories: string[] = []
  /** How many wait by the server's count, of pages that nobody has read too. */
  const server = { waiting: 1, counted: 0 }
  const answer = (call: string, body: unknown): Reply | Promise<Reply> | undefined => {
    if (call.startsWith('GET /api/alerts/history/')) histories.push(call.slice(24))
    const said = otherwise(call, body)
    if (said !== undefined) return said
    if (call === 'GET /api/users/profile/') return [200, robin]
    if (call === 'GET /api/blockchains/list/1/') return [200, someList([someValidator({ id: 7 })])]
    if (call === 'GET /api/alerts/unacknowledged/1/') {
      server.counted += 1
      return [200, { count: server.waiting }]
    }
    if (call.startsWith('GET /api/alerts/history/')) return [200, alerts]
    if (call === 'POST /api/alerts/acknowledge/') return 204
    return undefined
  }
  const page = await openPage(path, answer, site)
  await screen.findByRole('heading', { name: 'Alerts History' })
  return { ...page, histories, server }
}
const row = async (name: RegExp) => screen.findByRole('row', { name })
const entry = (count: string) => screen.findByRole('link', { name: `Alerts History ${count}` })

describe('the history of alerts', () => {
  it('P155: shows each with where its messages stand and who has seen it, and one in full', async () => {
    const { user } = await openHistory()
    const missing = await row(/Missing 10 blocks/)
    expect(within(missing).getByText('Critical')).toBeDefined()
    expect(within(missing).getByText('Delivered')).toBeDefined()
    expect(within(await row(/Jailed/)).getByText('11:59, by phone')).toBeDefined()
    expect(within(await row(/Network makes/)).getByText('not needed')).toBeDefined()
    await user.click(within(missing).getByRole('button', { name: 'Details: Missing 10 blocks in a row' }))
    expect(await screen.findByText('Proven by the chain’s signatures')).toBeDefined()
    expect(window.location.search).toBe('?alert=12')
  })

  it('P682: names the colleague who acknowledged an alert, and nobody where it was oneself', async () => {
    const seen = { acknowledged_at: '2026-11-21T11:59:30Z', acknowledged_via: 'SMS', team_id: 3 } as const
    const { user } = await openHistory('/alerts-history', (call) =>
      call.startsWith('GET /api/alerts/history/')
        ? [
            200,
            [
              someAlert({ ...seen, id: 12, title: 'Missed', acknowledged_by: { user_id: 2, name: 'Ada' } }),
              someAlert({
                ...seen,
                id: 11,
                title: 'Jailed',
                acknowledged_by: { user_id: robin.id, name: 'R' },
              }),
            ],
          ]
        : undefined,
    )
    const byAda = await row(/Missed/)
    within(byAda).getByText('11:59, Ada')
    within(await row(/Jailed/)).getByText('11:59, by SMS')
    await user.click(within(byAda).getByRole('button', { name: 'Details: Missed' }))
    await screen.findByText(/^Acknowledged from an SMS, .*, by Ada$/)
  })

  it('P748: names the team of an alert that concerned its reader through one', async () => {
    await openHistory('/alerts-history', (call) =>
      call === 'GET /api/teams/'
        ? [200, { teams: [{ id: 3, name: 'Night watch', role: 'MEMBER' }] }]
        : call.startsWith('GET /api/alerts/history/')
          ? [
              200,
              [someAlert({ id: 12, title: 'Missed', team_id: 3 }), someAlert({ id: 11, title: 'Jailed' })],
            ]
          : undefined,
    )
    expect(await within(await row(/Missed/)).findByText('Night watch', {}, wait)).toBeDefined()
    expect(within(await row(/Jailed/)).queryByText('Night watch')).toBeNull()
  })

  it.each([
    [
      { step: 2, next_at: '2026-11-21T12:15:00.000Z', ended_by: null },
      /^Reminders sent: 2\. Next: .*12:15:00\.$/,
    ],
    [
      { step: 1, next_at: null, ended_by: 'ACKNOWLEDGED' as const },
      /^Reminders sent: 1\. Stopped: acknowledged\.$/,
    ],
  ])(
    'P690: says of an alert how many reminders were sent, and when the next one comes or why none does',
    async (escalation, said) => {
      const reminded = [someAlert({ id: 12, title: 'Tombstoned', escalation })]
      const { user } = await openHistory('/alerts-history', (call) =>
        call.startsWith('GET /api/alerts/history/') ? [200, reminded] : undefined,
      )
      await user.click(await screen.findByRole('button', { name: 'Details: Tombstoned' }, wait))
      expect(await screen.findByText(said)).toBeDefined()
    },
  )

  it('P238: names the bridge that an alert is about, in short where it has no name, and leads to it', async () => {
    const peerId = '12D3KooWQmYwz1hG5nKQbTtV3aDdRsE4uPcXjL2vBfN7kHgW8f8Rk'
    const alert = someAlert({
      ...{ id: 12, blockchain_validator_id: null, bridge_id: 3, setting_id: 8111, title: 'Bridge stalled' },
      target_type: 'BRIDGE',
      type: 'SYNC_STATUS',
      target_name: peerId,
    })
    const { user, histories } = await openHistory(
      '/alerts-history?bridge=3',
      (call) => (call.startsWith('GET /api/alerts/history/') ? [200, [alert]] : undefined),
      { networks: [{ is_da_enabled: true }] },
    )
    const stalled = await row(/Bridge stalled/)
    expect(within(stalled).getByTitle(peerId).textContent).toBe('12D3KooWQm…f8Rk')
    await screen.findByRole('button', { name: /12D3KooWQm…f8Rk/ })
    expect(histories).toContain('1/?limit=100&bridge_id=3')
    await user.click(within(stalled).getByRole('button', { name: 'Details: Bridge stalled' }))
    const link = await screen.findByRole('link', { name: 'Open bridge' })
    expect(link.getAttribute('href')).toBe('/bridges/3')
  })

  it('P154: asks by the filters of the address, and for the alert that a link names', async () => {
    const { histories } = await openHistory('/alerts-history?type=JAILED&validator=7&alert=3&x=1', (call) =>
      call.includes('before=4')
        ? [200, [someAlert({ id: 3, title: 'Long ago' })]]
        : call.includes('type=JAILED')
          ? [200, []]
          : undefined,
    )
    expect(await screen.findByText('Linked alert')).toBeDefined()
    expect(await row(/Long ago/)).toBeDefined()
    expect(histories).toContain('1/?limit=100&type=JAILED&blockchain_validator_id=7')
    expect(histories).toContain('1/?limit=1&before=4')
    expect(window.location.search).not.toContain('x=1')
  })

  it.each([
    ['read already', 11, [200, alerts] as const],
    ['long ago', 3, [200, [someAlert({ id: 3, title: 'Long ago' })]] as const],
  ])('P427: an alert that a link names is open, in sight and focused: %s', async (_how, id, answer) => {
    await openHistory(`/alerts-history?alert=${id}`, (call) =>
      call.includes(`before=${id + 1}`) ? answer : undefined,
    )
    const title = id === 3 ? 'Long ago' : 'Jailed'
    const button = await screen.findByRole('button', { name: `Details: ${title}` }, wait)
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(button.getAttribute('aria-expanded')).toBe('true')
    // It stands first, and nowhere else.
    const [, , first] = await screen.findAllByRole('row')
    expect(first?.textContent).toContain(title)
    expect(screen.getAllByRole('button', { name: `Details: ${title}` })).toHaveLength(1)
  })

  it('P788: it keeps the focus when the validators come after the alerts, and make its row anew', async () => {
    let come: (said: Reply) => void = () => undefined
    const list = new Promise<Reply>((resolve) => (come = resolve))
    const { queries } = await openHistory('/alerts-history?alert=11', (call) =>
      call === 'GET /api/blockchains/list/1/' ? list : undefined,
    )
    const name = { name: 'Details: Jailed' }
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', name)), wait)
    come([200, someList([someValidator({ id: 7, moniker: 'Come late' })])])
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', name)), wait)
  })

  it('P789: an alert says since when, and lasted what lies between the seconds that it shows', async () => {
    const item = someAlert({
      ...{ id: 11, title: 'Stalled', status: 'ENDED', at: '2026-11-21T11:40:35.000Z' },
      ...{ began_at: '2026-11-21T11:40:30.900Z', ended_at: '2026-11-21T11:40:39.100Z' },
    })
    const { user } = await openHistory('/alerts-history', (call) =>
      call.startsWith('GET /api/alerts/history/') ? [200, [item]] : undefined,
    )
    expect((await row(/Stalled/)).textContent).toMatch(/lasted 9\ss/)
    await user.click(screen.getByRole('button', { name: 'Details: Stalled' }))
    const since = await screen.findByText('Since', {}, wait)
    expect(since.parentElement?.textContent).toMatch(/11:40:30/)
    await screen.findByText(/Over, lasted 9\ss/, {}, wait)
  })

  it('P880: an end says when it was over, by the second that its message’s link shows', async () => {
    const end = someAlert({
      ...{ id: 12, title: 'Signing again after 3', type: 'UPTIME', trigger: 'TRUE_TO_FALSE', status: null },
      ...{ at: '2026-11-21T11:40:55.000Z', began_at: '2026-11-21T11:40:31.000Z' },
    })
    const { user } = await openHistory('/alerts-history', (call) =>
      call.startsWith('GET /api/alerts/history/') ? [200, [end]] : undefined,
    )
    expect((await row(/Signing again/)).textContent).toMatch(/, ended 11:40:31/)
    await user.click(screen.getByRole('button', { name: `Details: ${end.title}` }))
    const ended = await screen.findByText('Ended', {}, wait)
    expect(ended.parentElement?.textContent).toMatch(/11:40:31/)
    expect(screen.getByText('Raised').parentElement?.textContent).toMatch(/11:40:55/)
  })

  it('P427: one that was opened in the list stays where it is', async () => {
    const { user } = await openHistory()
    await user.click(await screen.findByRole('button', { name: 'Details: Jailed' }, wait))
    await waitFor(() => expect(window.location.search).toBe('?alert=11'))
    expect(screen.queryByText('Linked alert')).toBeNull()
  })

  it('P427: a link while the page stands leads to its alert too', async () => {
    const { user, line } = await openHistory()
    await row(/Missing 10/)
    line({ kind: 'event', event: { event: 'alert', data: someAlert({ id: 13, title: 'Tombstoned' }) } })
    await user.click(await screen.findByRole('link', { name: 'Show alert' }))
    const button = await screen.findByRole('button', { name: 'Details: Tombstoned' })
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText('Linked alert')).toBeDefined()
  })

  it.each([
    ['gone, or not the user’s', [200, []] as Reply, 'Linked alert not found'],
    ['one that could not be read', [400, problem(400, 'invalid')] as Reply, 'Couldn’t load the linked alert'],
  ])('P427: says so of %s', async (_what, answer, expected) => {
    await openHistory('/alerts-history?alert=3', (call) => (call.includes('before=4') ? answer : undefined))
    const said = await screen.findByText(expected)
    expect(said.closest('[role="alert"]')).not.toBeNull()
    await row(/Missing 10/)
  })

  it('P428: says of each whether it goes on or how long it lasted, in the list and in full', async () => {
    const began_at = '2026-11-21T11:40:00.000Z'
    const items = [
      someAlert({ id: 12, title: 'Missing', began_at, status: 'ONGOING' }),
      someAlert({
        id: 11,
        title: 'Stalled',
        began_at,
        status: 'ENDED',
        ended_at: '2026-11-21T11:55:00.000Z',
      }),
      someAlert({ id: 10, title: 'Halted', began_at, status: 'ENDED' }),
      someAlert({ id: 9, title: 'Silent', began_at, status: 'UNKNOWN' }),
      someAlert({ id: 8, title: 'Slashed' }),
      // What lies between the seconds that are shown of both, 11:40:00 and 11:40:10 (P700).
      someAlert({
        id: 7,
        title: 'Short',
        began_at: '2026-11-21T11:40:00.900Z',
        status: 'ENDED',
        ended_at: '2026-11-21T11:40:10.100Z',
      }),
    ]
    const { user } = await openHistory('/alerts-history', (call) =>
      call.startsWith('GET /api/alerts/history/') ? [200, items] : undefined,
    )
    for (const [title, expected] of [
      ['Missing', /Missing, ongoing/],
      ['Stalled', /Stalled, lasted 15\smin/],
      ['Halted', /Halted, over/],
      ['Silent', /Silent, may be ongoing/],
      ['Slashed', /Slashed(?!,)/],
      ['Short', /Short, lasted 10\ss/],
    ] as const)
      expect((await row(new RegExp(title))).textContent).toMatch(expected)
    await user.click(screen.getByRole('button', { name: 'Details: Stalled' }))
    await screen.findByText(/Over, lasted 15\smin/, {}, wait)
  })

  it.each([
    ['QUEUED', 0, null, 'Not called yet'],
    ['QUEUED', 1, 'Twilio: no-answer', 'Calling again soon'],
    ['SENDING', 1, null, 'Calling now'],
    ['SENT', 1, null, 'Call placed'],
    ['DELIVERED', 1, null, 'Answered'],
    ['FAILED', 3, 'Twilio: busy', 'Busy'],
    ['FAILED', 3, 'Twilio: no-answer', 'No answer'],
    ['FAILED', 1, 'Twilio 21215: Geo permission denied', 'Call failed'],
    ['SUPPRESSED', 0, 'muted', 'Not called'],
  ] as const)(
    'P429: a call that is %s (%s attempts, %s) is %s',
    async (state, attempts, detail, expected) => {
      const call = {
        id: 1,
        channel: 'VOICE',
        to: '+44…0958',
        state,
        attempts,
        detail,
        at: '2026-11-21T11:59:03.000Z',
      } as const
      const sms = { ...call, id: 2, channel: 'SMS', state: 'DELIVERED', detail: null } as const
      await openHistory('/alerts-history', (path) =>
        path.startsWith('GET /api/alerts/history/')
          ? [200, [someAlert({ id: 12, title: 'Missing', deliveries: [call, sms] })]]
          : undefined,
      )
      const missing = within(await row(/Missing/))
      expect(missing.getByText(expected)).toBeDefined()
      expect(missing.getByText('Delivered')).toBeDefined()
    },
  )

  it('P153: acknowledges at once, and takes it back where the server did not', async () => {
    let refuse: () => void = () => undefined
    const refused = new Promise<void>((resolve) => {
      refuse = resolve
    })
    const { user } = await openHistory('/alerts-history', (call) => {
      if (call !== 'POST /api/alerts/acknowledge/') return undefined
      return refused.then((): Reply => [500, problem(500, 'internal_error')])
    })
    await entry('1 not acknowledged')
    await user.click(within(await row(/Missing 10/)).getByRole('button', { name: 'Acknowledge' }))
    expect(await screen.findByText('12:00, you')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Alerts History' })).not.toBeNull()
    refuse()
    expect(await screen.findByText('Couldn’t acknowledge. Try again.')).toBeDefined()
    await entry('1 not acknowledged')
  })

  it('P578: names what is muted by its condition in answer to an end, too', async () => {
    const end = someAlert({
      ...{ id: 12, title: 'Signing again after 10 blocks missed in a row', type: 'UPTIME' },
      ...{ condition: '10 blocks missed in a row', trigger: 'TRUE_TO_FALSE' },
      muted_until: '2026-11-21T13:00:00.000Z',
    })
    const { user } = await openHistory('/alerts-history', (call) =>
      call.startsWith('GET /api/alerts/history/') ? [200, [end]] : undefined,
    )
    await user.click(await screen.findByRole('button', { name: `Details: ${end.title}` }, wait))
    await screen.findByText(/^Muted until 13:00: “10 blocks missed in a row” on /)
  })

  it('P361: mutes for an hour what an alert is about, on its target alone, says so and can undo it', async () => {
    const until = '2026-11-21T13:00:00.000Z'
    const same = someAlert({ id: 9, title: 'Missing 10 blocks in a row', type: 'UPTIME' })
    const other = { ...same, id: 8, blockchain_validator_id: 6, target_name: 'Paper Sluice' }
    const { user, asked } = await openHistory('/alerts-history', (call, body) => {
      if (call.startsWith('GET /api/alerts/history/')) return [200, [alerts[0], same, other]]
      if (call !== 'POST /api/alerts/mute-conditions/') return undefined
      const { mute } = body as { mute: boolean }
      return [200, { alerts: [{ alert_id: 12, muted_until: mute ? until : null }] }]
    })
    const [details] = await screen.findAllByRole(
      'button',
      { name: 'Details: Missing 10 blocks in a row' },
      wait,
    )
    if (details) await user.click(details)
    await user.click(await screen.findByRole('button', { name: 'Mute 1 hour' }, wait))
    const what = '“Missing 10 blocks in a row” on Copper Lantern'
    await screen.findByText(`Muted until 13:00: ${what}.`)
    await screen.findByText(`Muted until 13:00: ${what}`)
    const mutes = () =>
      asked.filter(({ call }) => call === 'POST /api/alerts/mute-conditions/').map(({ body }) => body)
    expect(mutes()).toEqual([{ alert_ids: [12], mute: true }])
    // So is another alert of it, and no other validator's.
    for (const [place, muted] of [
      [1, 1],
      [2, 0],
    ] as const) {
      const buttons = screen.getAllByRole('button', { name: 'Details: Missing 10 blocks in a row' })
      const button = buttons[place]
      if (button) await user.click(button)
      await waitFor(() => expect(screen.queryAllByText(`Muted until 13:00: ${what}`)).toHaveLength(muted))
    }
    const [undo] = screen.getAllByRole('button', { name: 'Undo' })
    if (undo) await user.click(undo)
    await screen.findByText(`No longer muted: ${what}.`)
    expect(mutes()[1]).toEqual({ alert_ids: [12], mute: false })
  })

  it('P151, P152, P158: what the stream brings stands on top, is announced once and counted', async () => {
    const { line, server, clock } = await openHistory()
    await row(/Missing 10/)
    const item = someAlert({ id: 13, title: 'Tombstoned' })
    server.waiting = 2
    line({ kind: 'event', event: { event: 'alert', data: item } })
    await act(() => clock.advance(300))
    await entry('2 not acknowledged')
    const [, , first] = await screen.findAllByRole('row')
    expect(first?.textContent).toContain('Tombstoned')
    const link = await screen.findByRole('link', { name: 'Show alert' })
    expect(link.getAttribute('href')).toBe('/alerts-history?alert=13')
    line({ kind: 'event', event: { event: 'alert', data: { ...item, title: 'Tombstoned now' } } })
    await row(/Tombstoned now/)
    expect(screen.getAllByRole('link', { name: 'Show alert' })).toHaveLength(1)
    expect(screen.getByText('1 new alert')).toBeDefined()
  })

  it('P159: says what is not there: nothing yet, nothing that passes, nothing that came', async () => {
    const { user } = await openHistory('/alerts-history?q=harbour')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await row(/Missing 10/)
    expect(window.location.search).toBe('')
  })
  it('P159: an empty history leads to the settings', async () => {
    await openHistory('/alerts-history', (call) =>
      call.startsWith('GET /api/alerts/history/') ? [200, []] : undefined,
    )
    const link = await screen.findByRole('link', { name: 'Manage alerts' })
    expect(link.getAttribute('href')).toBe('/alerts')
  })
  it('P159: one that could not be read says so, and tries again', async () => {
    let down = true
    const { user } = await openHistory('/alerts-history', (call) =>
      down && call.startsWith('GET /api/alerts/history/')
        ? [403, problem(403, 'permission_denied')]
        : undefined,
    )
    expect(await screen.findByText('Couldn’t load the alerts')).toBeDefined()
    down = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await row(/Missing 10/)
  })
  it('P159: a later fetch that failed keeps what was shown, with its age', async () => {
    let down = false
    const { line } = await openHistory('/alerts-history', (call) =>
      down && call.startsWith('GET /api/alerts/history/') ? [400, problem(400, 'invalid')] : undefined,
    )
    await row(/Missing 10/)
    down = true
    line({ kind: 'resumed' })
    expect(await screen.findByText(/Showing alerts as of/)).toBeDefined()
    await row(/Missing 10/)
  })
  it('P158, P530: the badge is on every page, the server’s number, and nothing where nothing waits', async () => {
    const { histories, answer } = await openPageOfSettings(312)
    await screen.findByRole('link', { name: 'Alerts History 99+ not acknowledged' })
    // P530: the window has the same number.
    expect(document.title).toMatch(/^\(99\+\) Celestia Mainnet · /)
    // Nothing of the history is read for it.
    expect(histories).toEqual([])
    answer.count = 0
    await answer.recount()
    await screen.findByRole('link', { name: 'Alerts History' })
    expect(document.title).toMatch(/^Celestia Mainnet · /)
  })

  it('P426: navigation and head have one number, which the server counts, not what was read', async () => {
    const { server, line, clock } = await openHistory()
    await entry('1 not acknowledged')
    expect(screen.getByText('1 not acknowledged', { selector: 'p' })).toBeDefined()
    // What comes together are asked about once.
    server.waiting = 240
    const before = server.counted
    for (let id = 100; id < 112; id += 1)
      line({ kind: 'event', event: { event: 'alert', data: someAlert({ id }) } })
    await act(() => clock.advance(300))
    await screen.findByText('240 not acknowledged')
    await entry('99+ not acknowledged')
    expect(server.counted).toBe(before + 1)
  })

  it('P426: what is acknowledged here is off the number at once, and what the server says holds', async () => {
    const { user, server } = await openHistory()
    await entry('1 not acknowledged')
    // Somewhere else one more came meanwhile.
    server.waiting = 1
    await user.click(within(await row(/Missing 10/)).getByRole('button', { name: 'Acknowledge' }))
    await screen.findByText('12:00, you')
    await entry('1 not acknowledged')
  })
})

async function openPageOfSettings(count: number) {
  const histories: string[] = []
  const answer = { count, recount: async () => undefined as void }
  const { line, clock } = await openPage('/charts', (call) => {
    if (call === 'GET /api/users/profile/') return [200, robin]
    if (call === 'GET /api/blockchains/list/1/') return [200, someList([])]
    if (call === 'GET /api/alerts/unacknowledged/1/') return [200, { count: answer.count }]
    if (call.startsWith('GET /api/alerts/history/')) histories.push(call.slice(24))
    return undefined
  })
  answer.recount = async () => {
    line({ kind: 'event', event: { event: 'alert', data: someAlert({ id: 1 }) } })
    await act(() => clock.advance(300))
  }
  return { histories, answer }
}
