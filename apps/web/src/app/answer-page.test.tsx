import { act, screen, waitFor, within } from '@testing-library/react'
import type { AlertAnswerView } from '@roundsman/contract/alerts/alert-actions'
import { describe, expect, it } from 'vitest'
import { openPage, problem, type Reply } from './testing/open-page.tsx'

const wait = { timeout: 10_000 }
const now = '2026-11-21T12:00:00.000Z'

/** An alert as its link shows it: of a validator that misses blocks since twenty minutes. */
const missing: AlertAnswerView['alerts'][number] = {
  ...{ id: 4711, severity: 'CRITICAL', trigger: 'FALSE_TO_TRUE', who: 'Granite Cloud' },
  ...{
    what: '50 blocks missed in a row',
    title: '50 blocks missed in a row',
    mutes: 'Missed blocks, except jail within 1 hour',
  },
  says: ['Jail in about 6 h if it keeps missing.', 'Nobody else missed this block.'],
  advice: ['Check the node.'],
  commands: [],
  is_end: false,
  ...{ counts: 'BLOCKS', now: null, jailed: null },
  ...{ began_at: '2026-11-21T11:40:00.000Z', status: 'ONGOING', ended_at: null },
  ...{ acknowledged_at: null, acknowledged_via: null, acknowledged_by: null, muted_until: null },
}

function viewOf(alerts: AlertAnswerView['alerts'], change: Partial<AlertAnswerView> = {}): AlertAnswerView {
  return {
    ...{ language: 'en', timezone: 'UTC', network: 'Celestia Mainnet', reader: 'Ada' },
    expires_at: '2026-11-28T11:40:00.000Z',
    count: alerts.length,
    alerts,
    waiting: alerts.filter(({ acknowledged_at: at }) => at === null).length,
    muted: alerts.filter(({ muted_until: until }) => until !== null).length,
    ...change,
  }
}

/** The page behind a link, in front of a server that does what it is told. */
async function openLink(first: AlertAnswerView, said: (answer: string) => Reply = () => 204) {
  let view = first
  const page = await openPage('/a/2n9c.mark', (call, body) => {
    if (call === 'GET /api/alerts/answer/?token=2n9c.mark') return [200, view]
    if (call !== 'POST /api/alerts/answer/') return undefined
    const { answer } = body as { answer: string }
    const result = said(answer)
    if (result !== 204) return result
    const acknowledged = { acknowledged_at: now, acknowledged_via: 'SMS' as const, acknowledged_by: 'Ada' }
    view = viewOf(
      view.alerts.map((one) => ({
        ...one,
        ...(answer === 'UNMUTE' ? {} : acknowledged),
        ...(answer === 'MUTE' ? { muted_until: '2026-11-21T13:00:00.000Z' } : {}),
        ...(answer === 'UNMUTE' ? { muted_until: null } : {}),
      })),
    )
    return 204
  })
  const answers = () =>
    page.asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body as { answer: string })
  return { ...page, answers, show: (next: AlertAnswerView) => void (view = next) }
}

describe('the page that the link of a message leads to', () => {
  it('P421: names the alert and how it stands, says nothing to it by being opened, and asks nobody to sign in', async () => {
    const { answers } = await openLink(viewOf([missing]))
    await screen.findByRole('heading', { level: 1, name: 'Granite Cloud' }, wait)
    const main = within(screen.getByRole('main'))
    for (const text of [
      'Critical',
      'Celestia Mainnet',
      '50 blocks missed in a row',
      /Still going on, 20\smin so far/,
      'Since 11:40:00',
      'Not acknowledged yet',
      'Only “Missed blocks, except jail within 1 hour” on Granite Cloud. Everything else still reaches you. The message that it’s over isn’t muted. Muting also acknowledges.',
    ])
      expect(main.getByText(text)).toBeDefined()
    const open = main.getByRole('link', { name: 'Open in Roundsman' })
    expect(open.getAttribute('href')).toBe('/alerts-history?alert=4711')
    expect(answers()).toEqual([])
  })

  it('P422: acknowledges on a click, says by whom, how and when, and the button is gone', async () => {
    const { user, answers } = await openLink(viewOf([missing]))
    await user.click(await screen.findByRole('button', { name: 'Acknowledge' }, wait))
    await screen.findByText('Acknowledged by Ada from the SMS, 12:00:00')
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
    expect(screen.getByRole('status').textContent).toBe('Acknowledged')
    expect(answers()).toEqual([{ token: '2n9c.mark', answer: 'ACKNOWLEDGE' }])
    // P57: the button that was pressed is gone, and nobody begins at the top of the page again.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  const small = { ...missing, severity: 'INFO' as const }
  it('P422: what waits for nobody can be acknowledged too', async () => {
    const { user, answers } = await openLink(viewOf([small], { waiting: 0 }))
    await user.click(await screen.findByRole('button', { name: 'Acknowledge' }, wait))
    expect(answers()).toEqual([{ token: '2n9c.mark', answer: 'ACKNOWLEDGE' }])
  })

  const over = { ...missing, status: 'ENDED', ended_at: '2026-11-21T11:59:00.000Z', now: null } as const
  it('P988: what is over says that in place of how bad it was', async () => {
    await openLink(viewOf([over]))
    const mark = (await screen.findByText('Over', {}, wait)).closest('[data-mark]')
    expect(mark?.getAttribute('data-mark')).toBe('neutral')
    expect(screen.queryByText('Critical')).toBeNull()
  })

  it('P988: of several, one of which goes on, the gravest is named', async () => {
    await openLink(viewOf([over, { ...missing, id: 4712 }], { count: 2 }))
    await screen.findByText('Critical', {}, wait)
    expect(screen.queryByText('Over')).toBeNull()
  })

  it('P1053: of what is over, and nobody acknowledged, it does not say that', async () => {
    await openLink(viewOf([{ ...over, is_over: true }], { waiting: 0 }))
    await screen.findByText('Over', {}, wait)
    expect(screen.queryByText('Not acknowledged yet')).toBeNull()
  })

  it('P1056: what a mute of a bridge leaves is said before and after, but for what is muted with it', async () => {
    const [lag, stuck] = ['More than 100 blocks behind', 'Stalled for 5 minutes']
    const bridge = { ...missing, counts: null, who: 'Oslo', mutes: lag, not_muted: [stuck] }
    const { user, show } = await openLink(viewOf([bridge]))
    await screen.findByText(
      /^Only “More than 100 blocks behind” on Oslo\. .* Not muted: Stalled for 5 minutes\. /,
      {},
      wait,
    )
    await user.click(screen.getByRole('button', { name: 'Mute for 1 hour' }))
    await screen.findByText('Not muted: Stalled for 5 minutes.')
    show(viewOf([bridge, { ...bridge, id: 4712, mutes: stuck, not_muted: [lag] }]))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(screen.queryByText(/Not muted/)).toBeNull()
  })

  it('P422: an end cannot be acknowledged', async () => {
    await openLink(viewOf([{ ...small, status: null }], { waiting: 0 }))
    await screen.findByRole('button', { name: 'Mute for 1 hour' }, wait)
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  })

  it('P790, P990: of several, some of which are ends, the answer names no other number than the page', async () => {
    await openLink(viewOf([missing, { ...small, id: 4712, status: null }], { waiting: 1 }))
    await screen.findByRole('heading', { level: 1, name: '2 alerts' }, wait)
    await screen.findByRole('button', { name: 'Acknowledge' })
    screen.getByText(/^Only what these 2 alerts are about: Missed blocks, except jail within 1 hour\. /)
  })

  it('P423: mutes that condition on that target, says what and until when, and takes it back', async () => {
    const { user, answers } = await openLink(viewOf([missing]))
    await user.click(await screen.findByRole('button', { name: 'Mute for 1 hour' }, wait))
    await screen.findByText('Muted until 13:00: “Missed blocks, except jail within 1 hour” on Granite Cloud')
    expect(screen.queryByRole('button', { name: 'Mute for 1 hour' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByRole('button', { name: 'Mute for 1 hour' })
    expect(screen.queryByText(/^Muted until/)).toBeNull()
    expect(answers().map(({ answer }) => answer)).toEqual(['MUTE', 'UNMUTE'])
  })

  it('P700: how long it lasted is what lies between the seconds that are shown beside it', async () => {
    const times = { began_at: '2026-11-21T11:40:30.900Z', ended_at: '2026-11-21T11:40:32.100Z' }
    await openLink(viewOf([{ ...missing, ...times, status: 'ENDED' }]))
    await screen.findByText(/Over after 2\ss/, {}, wait)
    expect(screen.getByText('From 11:40:30 to 11:40:32')).toBeDefined()
  })

  it('P701: says how much time is left and what to do, after the answers, with its commands apart', async () => {
    const command = 'celestia-appd tx slashing unjail --from <key>'
    const unjail = { advice: ['Fix the cause.', `Unjail it with: ${command}`], commands: [command] }
    await openLink(
      viewOf([
        { ...missing, ...unjail },
        { ...missing, ...unjail, id: 4712, who: 'Ada' },
      ]),
    )
    const title = await screen.findByRole('heading', { level: 2, name: 'What to do' }, wait)
    const mute = screen.getByRole('button', { name: 'Mute for 1 hour' })
    expect(mute.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getAllByText('Fix the cause.')).toHaveLength(1)
    expect(screen.getAllByText(command).map(({ tagName }) => tagName)).toEqual(['CODE'])
  })

  it('P701: says beside what is the matter how much time is left and whether others are hit', async () => {
    await openLink(viewOf([missing]))
    await screen.findByText('Jail in about 6 h if it keeps missing. Nobody else missed this block.', {}, wait)
  })

  it('P701: of what is over there is nothing to do', async () => {
    await openLink(viewOf([{ ...missing, status: 'ENDED', says: [], advice: [] }]))
    await screen.findByText('It’s over', {}, wait)
    expect(screen.queryByRole('heading', { name: 'What to do' })).toBeNull()
  })

  /** What is known of its blocks six seconds before the page is opened, with jail 41 minutes away. */
  const misses: NonNullable<typeof missing.now> = {
    ...{ height: 4_711, at: '2026-11-21T11:59:54.000Z', in_a_row: 731, in_a_row_exact: true },
    ...{ missed_blocks: 812, missed_blocks_exact: true, window: 10_000 },
    ...{ jail_at: '2026-11-21T12:41:30.000Z', jail_at_most: '2026-11-21T12:41:30.000Z' },
  }
  const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ')

  it('P885: says what is missed now, in a row and of the window, and how old that is', async () => {
    const { clock } = await openLink(viewOf([{ ...missing, now: misses }]))
    await screen.findByText('Missed in a row now: 731', {}, wait)
    const stands = () => screen.getAllByRole('listitem').map(({ textContent }) => plain(textContent))
    expect(stands().slice(0, 2)).toEqual([
      'Jail in about 41 min if it keeps missing',
      'Missed in a row now: 731812 of the last 10,000 missed · as of 6 s ago',
    ])
    await act(() => clock.advance(4_000))
    expect(stands()[1]).toContain('as of 10 s ago')
  })

  it('P885: of several alerts, too, as one line of each that never ends with a dot (P937)', async () => {
    const other = { ...missing, id: 4712, who: 'Ada', counts: 'JAIL' as const, now: misses }
    await openLink(viewOf([other, { ...missing, now: misses }]))
    await screen.findByRole('heading', { level: 1, name: '2 alerts' }, wait)
    const lines = screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)
    const row = 'Missed in a row now: 731 ·\u00a0812 of the last 10,000 missed ·\u00a0as of 6 s ago'
    expect(lines.map((line) => line?.replace(/(?<!·)\u00a0/g, ' '))).toEqual([
      row,
      `Jail in about 41 min if it keeps missing ·\u00a0${row}`,
    ])
  })

  it('P885: of what signs again it says so, and no time until jail', async () => {
    const signing = { ...misses, in_a_row: 0, jail_at: null, jail_at_most: null }
    await openLink(viewOf([{ ...missing, says: [], now: signing }]))
    await screen.findByText('Signing again', {}, wait)
    expect(screen.queryByText(/^Jail in/)).toBeNull()
  })

  it('P885: of what may be more it says “at least”', async () => {
    const atLeast = { in_a_row_exact: false, missed_blocks_exact: false }
    const late = { jail_at_most: '2026-11-21T15:00:00.000Z' }
    await openLink(viewOf([{ ...missing, says: [], now: { ...misses, ...atLeast, ...late } }]))
    await screen.findByText('Missed in a row now: at least 731', {}, wait)
    screen.getByText(/^At least 812 of the last 10,000 missed/)
    screen.getByText(/^Jail in at least 41.min if it keeps missing$/)
  })

  it('A144: a colleague who acknowledged is named, and nobody where it is not known who did', async () => {
    const seen = { acknowledged_at: '2026-11-21T11:44:00.000Z', acknowledged_via: 'CALL' as const }
    const { show, queries } = await openLink(viewOf([{ ...missing, ...seen, acknowledged_by: 'Op tm' }]))
    await screen.findByText('Acknowledged by Op tm on a call, 11:44:00', {}, wait)
    show(viewOf([{ ...missing, ...seen }]))
    await act(() => queries.invalidateQueries())
    await screen.findByText('Acknowledged on a call, 11:44:00', {}, wait)
  })

  it('E355: once acknowledged it says what still comes, while it goes on', async () => {
    const seen = {
      acknowledged_at: '2026-11-21T11:44:00.000Z',
      acknowledged_via: 'CALL' as const,
      acknowledged_by: 'Ada',
    }
    await openLink(viewOf([{ ...missing, ...seen, status: 'ONGOING' }]))
    await screen.findByText('If it gets worse, or once it’s over, your alerts still tell you.', {}, wait)
  })

  it('P1015: the page of an end offers no mute', async () => {
    await openLink(viewOf([{ ...missing, status: null, is_end: true }]))
    await screen.findByText('Ended at 11:40:00', {}, wait)
    expect(screen.queryByRole('button', { name: 'Mute for 1 hour' })).toBeNull()
    expect(screen.queryByText(/^Only/)).toBeNull()
  })

  it('P1015, P1053: nor that of what is over by now, and asks for nothing', async () => {
    const left = { ...missing, id: 4712, status: null, is_over: true, advice: [] }
    await openLink(viewOf([{ ...over, is_over: true, advice: [] }, left], { count: 2, waiting: 0 }))
    await screen.findByText('Over', {}, wait)
    expect(screen.queryAllByRole('button', { name: /Acknowledge|Mute/ })).toEqual([])
    expect(screen.queryByText('What to do')).toBeNull()
  })

  const near = { ...missing, what: 'jail in about 55 min if it keeps missing', title: 'Jail within 1 hour' }
  it('P886: time to jail is that of now and goes down while the page is open, in whole minutes, and below one in words', async () => {
    const { clock } = await openLink(viewOf([{ ...near, counts: 'JAIL', now: misses }]))
    await screen.findByRole('heading', { level: 1, name: 'Granite Cloud' }, wait)
    const says = (text: string) => screen.getAllByText((found) => plain(found) === text)
    expect(says('Jail in about 41 min if it keeps missing')).toHaveLength(1)
    await act(() => clock.advance(31_000))
    expect(says('Jail in about 40 min if it keeps missing')).toHaveLength(1)
    await act(() => clock.advance(40 * 60_000))
    expect(says('Jail any moment now if it keeps missing')).toHaveLength(1)
  })

  it('P886: once jailed it says since when, and from when it can be unjailed', async () => {
    const jailed = { at: '2026-11-21T11:58:10.000Z', until: '2026-11-21T12:08:10.000Z', forever: false }
    const inJail = { ...near, counts: 'JAIL' as const, jailed, status: 'UNKNOWN' as const }
    const { clock } = await openLink(viewOf([inJail]))
    await screen.findByText('Jailed at 11:58:10', {}, wait)
    screen.getByText(/^Can be unjailed from 12:08, in 8.min$/)
    expect(screen.queryByText(/still going on/)).toBeNull()
    await act(() => clock.advance(9 * 60_000))
    screen.getByText('Can be unjailed since 12:08')
  })

  it.each(['UNKNOWN', 'ENDED'] as const)(
    'P886: where it is %s, no time stands that ran out',
    async (status) => {
      await openLink(viewOf([{ ...near, counts: 'JAIL', says: [], status }]))
      await screen.findByText('Jail within 1 hour', {}, wait)
      expect(screen.queryByText(/^Jail in/)).toBeNull()
    },
  )

  it.each([
    [
      { status: 'ENDED', ended_at: '2026-11-21T11:55:00.000Z' },
      /Over after 15\smin/,
      /From 11:40:00 to 11:55:00/,
    ],
    // E313: with the jailing, as every message says.
    [
      { status: 'ENDED', ended_at: '2026-11-21T11:55:00.000Z', ended_in_jail: true },
      /Ended in jail after 15\smin/,
      /From 11:40:00 to 11:55:00/,
    ],
    [{ status: 'ENDED', ended_at: null }, 'It’s over', 'Since 11:40:00'],
    [{ status: 'UNKNOWN' }, 'Can’t tell right now whether it’s still going on', 'Since 11:40:00'],
    [{ status: null }, 'Happened at 11:40:00', null],
    // P880: as the history says it of the same alert.
    [{ status: null, is_end: true }, 'Ended at 11:40:00', null],
    // P1047: of missed blocks, which a jailing may have ended before it.
    [
      { status: null, is_end: true, signing_since: '2026-11-21T11:57:09.000Z' },
      'Signing since 11:57:09',
      null,
    ],
  ] as const)('P421: used or not, it shows how it stands: %j', async (change, said, beside) => {
    const seen = {
      acknowledged_at: '2026-11-21T11:44:00.000Z',
      acknowledged_via: 'CALL' as const,
      acknowledged_by: 'Ada',
    }
    await openLink(viewOf([{ ...missing, ...seen, ...change }]))
    await screen.findByText(said, {}, wait)
    if (beside !== null) expect(screen.getByText(beside)).toBeDefined()
    expect(screen.getByText('Acknowledged by Ada on a call, 11:44:00')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  })

  it('P974: of a jailing beside another alert it says from when it can be unjailed', async () => {
    const jailed = { at: '2026-11-21T11:58:10.000Z', until: '2026-11-21T12:08:10.000Z', forever: false }
    const own = {
      id: 4712,
      who: 'Ada',
      what: 'jailed',
      title: 'Jailed',
      mutes: 'Jailed',
      counts: null,
      jailed,
    }
    await openLink(viewOf([{ ...missing, ...own }, missing], { count: 2 }))
    await screen.findByText(/^Jailed at 11:58:10 ·\sCan be unjailed from 12:08, in 8\smin$/, {}, wait)
  })

  it('P421: of a message about several alerts it shows each, the gravest first, and says that only these are muted', async () => {
    const jailed = {
      ...missing,
      id: 4712,
      who: 'Ada',
      what: 'jailed',
      title: 'Jailed',
      mutes: 'Jailed',
      status: null,
    }
    const { user } = await openLink(viewOf([jailed, missing], { count: 23 }))
    await screen.findByRole('heading', { level: 1, name: '23 alerts' }, wait)
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(items[0]).toContain('Ada: jailed')
    expect(items[1]).toContain('Granite Cloud: 50 blocks missed in a row')
    expect(items[2]).toBe('and 21 more')
    // P990: a mute of these leaves out jail that is near.
    screen.getByText(
      /^Only what these 23 alerts are about: Jailed; Missed blocks, except jail within 1 hour\. /,
    )
    expect(screen.getByRole('link', { name: 'Open in Roundsman' }).getAttribute('href')).toBe(
      '/alerts-history',
    )
    await user.click(screen.getByRole('button', { name: 'Acknowledge' }))
    await screen.findByText('Acknowledged by Ada from the SMS, 12:00:00')
  })

  it('P424: speaks as the message did, whatever the browser speaks, and keeps nothing of it', async () => {
    const { kept, cookies } = await openLink(viewOf([missing], { language: 'uk' }))
    await screen.findByRole('button', { name: 'Підтвердити' }, wait)
    expect(document.documentElement.lang).toBe('uk')
    expect([kept['lng'], kept['i18nextLng'], cookies['lng']]).toEqual([undefined, undefined, undefined])
  })

  it('P129: a link that has expired, or was not made here, says so and where the alert is', async () => {
    await openPage('/a/2n9c.mark', (call) =>
      call.startsWith('GET /api/alerts/answer/') ? 'invalid_token' : undefined,
    )
    await screen.findByRole('heading', { name: 'This link has expired' }, wait)
    const link = screen.getByRole('link', { name: 'Open alerts history' })
    expect(link.getAttribute('href')).toBe('/alerts-history')
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  })

  it('P129: what could not be loaded or said can be tried again, and nothing is shown as done', async () => {
    const { user } = await openLink(viewOf([missing]), () => [500, problem(500, 'internal_error')])
    await user.click(await screen.findByRole('button', { name: 'Acknowledge' }, wait))
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
    expect(screen.getByText('Not acknowledged yet')).toBeDefined()
  })
})
