import type { ValidatorDetails } from '@roundsman/contract/networks/validator-details'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { someAlert } from '../data/testing/some-alert.ts'
import { someDetails } from '../data/testing/some-details.ts'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { openPage, problem, robin, type Reply } from './testing/open-page.tsx'

const event = { at: '2026-11-20T09:00:00Z', height: 50, assurance: 'PROVEN' } as const
const one = someDetails({
  id: 7,
  website: 'javascript:alert(1)',
  security_contact: 'ops@example.org',
  description: '<img src=x onerror=alert(1)>',
  timeline: [
    { ...event, id: 5, kind: 'commission_changed', before: '0.050000000000000000', after: '0.1' },
    ...Array.from({ length: 49 }, (_unused, index) => ({
      ...{ ...event, id: 4_000 - index, kind: 'rank_changed' as const, before: '9', after: '8' },
    })),
  ],
})

type Answer = (call: string) => Reply | undefined

/** The page of a validator, as a member sees it. */
function open(path: string, otherwise: Answer = () => undefined) {
  return openPage(path, (call) => {
    const said = otherwise(call)
    if (said !== undefined) return said
    if (call === 'GET /api/users/profile/') return [200, robin]
    if (call === 'GET /api/users/preferences/') return [200, { favourite_validators: [], tables: {} }]
    if (call === 'GET /api/blockchains/list/1/') return [200, someList([someValidator({ id: 7 })])]
    if (/\/details\/1\/\w+\/timeline\//.test(call))
      return [200, { timeline: [{ ...event, id: 2, kind: 'jailed', before: 'false', after: 'true' }] }]
    if (/\/details\/1\/(7|celestiavaloper1q7)\//.test(call)) return [200, one]
    if (call.includes('/details/')) return [404, problem(404, 'not_found')]
    if (call.startsWith('GET /api/governance/1/votes/')) return [200, { votes: [] }]
    if (call.startsWith('GET /api/alerts/history/')) return [200, [someAlert({ id: 12, title: 'Jailed' })]]
    return undefined
  })
}

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})

describe('the page of a validator', { timeout: 90_000 }, () => {
  it('P160, P163, P164, P165: shows who it is, what happened and the alerts that the user got', async () => {
    const { user, asked, live } = await open('/validators/celestiavaloper1q7?blocks=500&x=1')
    expect(await screen.findByRole('heading', { level: 1, name: 'Validator 7' })).toBeDefined()
    expect(window.location.search).toBe('?blocks=500')
    expect(asked.map(({ call }) => call)).toContain(
      'GET /api/blockchains/details/1/celestiavaloper1q7/?blocks=500',
    )
    expect(await screen.findByText('5% → 10%')).toBeDefined()
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeDefined()
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links.filter((href) => href?.startsWith('javascript'))).toEqual([])
    expect(links).toEqual(
      expect.arrayContaining([
        ...['mailto:ops@example.org', '/alerts?validator=7', '/alerts-history?validator=7'],
        ...['/alerts-history?alert=12', '/charts?validator=7'],
      ]),
    )
    const entry = screen.getByRole('link', { name: 'Validators', current: 'page' })
    expect(entry.getAttribute('href')).toBe('/')

    const timeline = screen.getByRole('region', { name: 'Timeline' })
    expect(within(timeline).queryByText('Jailed')).toBeNull()
    await user.click(within(timeline).getByRole('button', { name: 'Older entries' }))
    expect(await within(timeline).findByText('Jailed')).toBeDefined()
    expect(asked.some(({ call }) => call.endsWith('/7/timeline/?limit=50&before=3952'))).toBe(true)

    const changed = [{ id: 7, consecutive_missed: 12, consecutive_missed_exact: true }]
    live({ event: 'validators', data: { changed, removed: [], seq: 8 } })
    expect(await screen.findByText('Missing blocks · 12 in a row')).toBeDefined()
  })

  it('P520: lists outages that are over, with the ongoing one first', async () => {
    const outage = {
      ...{ blocks: 40, first_height: 11, last_height: 50, at_least: false },
      ...{ from: '2026-11-21T09:02:00Z', to: '2026-11-21T09:19:30Z' },
    }
    const ended = { ...event, kind: 'outage', before: '11', after: '50' } as const
    const yesterday = { from: '2026-11-20T08:58:00Z', to: '2026-11-20T09:00:00Z' }
    const timeline = [
      { ...ended, id: 9, outage },
      { ...ended, id: 8, outage: { ...outage, ...yesterday, last_height: 62 } },
      { ...ended, id: 7, outage: { ...outage, at_least: true } },
    ]
    const now = { ...outage, blocks: 5, first_height: 96, last_height: 100, from: '2026-11-21T11:59:50Z' }
    const letters = { from_height: 91, letters: 'sssssmmmmm', assurances: 'P'.repeat(10) }
    const details = someDetails({ id: 7, outage: now, timeline, signatures: letters })
    const { live } = await open('/validators/7', (call) =>
      /\/details\/1\/7\/\?/.test(call) ? [200, details] : undefined,
    )
    const card = await screen.findByRole('region', { name: 'Timeline' })
    const rows = () =>
      within(card)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent?.replaceAll(/\s/g, ' '))
    expect(rows()).toEqual([
      '11:59:5096OutageMissing blocks since 11:59:50, 5 so far',
      'Nov 20, 09:0050OutageMissed 40 blocks, 09:02 – 09:19proven',
      'Nov 20, 09:0050OutageMissed 40 of 52 blocks, Nov 20, 08:58 – 09:00proven',
      'Nov 20, 09:0050OutageMissed at least 40 blocks, 09:02 – 09:19proven',
    ])
    const block = { height: 101, at: '2026-11-21T12:00:02Z', m: [7], n: [], p: [], none: [] }
    live({ event: 'height', data: { height: 101, at: block.at, seq: 9, blocks: [block] } })
    await waitFor(() => expect(rows()[0]).toBe('11:59:5096OutageMissing blocks since 11:59:50, 6 so far'))
  })

  it('P535: says what each term means where it stands, to who presses it, and no longer to who presses again', async () => {
    const { user } = await open('/validators/7')
    await screen.findByRole('heading', { level: 1, name: 'Validator 7' })
    const wordOf = (name: string) =>
      screen.getAllByText(name).flatMap((one) => one.closest('button[aria-controls]') ?? [])
    const meanings = [
      ['Bonded', /^In the active set/],
      ['Missed', /^Its vote for a block is not in the chain/],
      ['Commission', /^The share of its delegators’ rewards/],
      ['Self-delegation', /^What the operator has staked/],
      ['Slashing window', /^The latest blocks in which misses/],
    ] as const
    for (const [name, meaning] of meanings) {
      const [button] = wordOf(name)
      if (!(button instanceof HTMLElement)) throw new Error(name)
      const panel = () => document.getElementById(button.getAttribute('aria-controls') ?? '')
      expect([button.getAttribute('aria-expanded'), panel()?.hidden]).toEqual(['false', true])
      button.focus()
      await user.keyboard('{Enter}')
      expect([button.getAttribute('aria-expanded'), panel()?.hidden]).toEqual(['true', false])
      expect(panel()?.textContent).toMatch(meaning)
      await user.click(button)
      expect(panel()?.hidden).toBe(true)
    }
    const [nil] = wordOf('Nil vote')
    if (!(nil instanceof HTMLElement)) throw new Error('no nil vote')
    await user.click(nil)
    expect(document.getElementById(nil.getAttribute('aria-controls') ?? '')?.textContent).toMatch(
      /doesn’t count as missed/,
    )
  })

  const slash = { kind: 'slashed', before: '1000', after: '950' } as const
  const timeline = [
    { ...event, ...slash, id: 9 },
    { ...event, id: 8, kind: 'jailed' as const, before: 'false', after: 'true' },
    { ...event, ...slash, id: 7, at: '2026-10-20T09:00:00Z', after: '500' },
  ]

  it.each([
    ['jailed', { jailed: true }, 'Only its operator can unjail it; there is nothing you need to do.'],
    ['tombstoned', { jailed: true, tombstoned: true }, 'Nobody can bring this validator back'],
  ])('P536: tells who delegates to a %s one what that means', async (kind, state, end) => {
    await open('/validators/7', (call) =>
      /\/details\/1\/7\//.test(call) && !call.includes('timeline')
        ? [200, { ...one, ...state, timeline }]
        : call === 'GET /api/blockchains/list/1/'
          ? [200, someList([someValidator({ id: 7, ...state })])]
          : undefined,
    )
    const card = await screen.findByRole('region', { name: 'If you delegate to this validator' })
    const lines = within(card).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(kind === 'jailed' ? /no rewards while it is jailed/ : /no rewards anymore/),
      '5.00% of its stake was slashed, yours included.',
      expect.stringMatching(/redelegate/i),
      expect.stringContaining(end),
    ])
  })

  it.each([
    ['2026-11-21T12:08:10Z', 'It can be unjailed from 12:08, in 8 min.'],
    ['2026-11-21T11:58:10Z', 'It can be unjailed now.'],
  ])(
    'P976, P997: tells its operator how and from when to unjail it instead: %s',
    async (jailed_until, line) => {
      const state = { jailed: true, jailed_until }
      const answer =
        (role: string, change: object = {}) =>
        (call: string) => {
          if (call === 'GET /api/alerts/user-settings/1/')
            return [
              200,
              { entries: [], watched_as: [{ blockchain_validator_id: 7, watched_as: role }] },
            ] as Reply
          if (/\/details\/1\/7\/\?/.test(call))
            return [200, { ...one, ...state, timeline, ...change }] as Reply
          if (call === 'GET /api/blockchains/list/1/')
            return [200, someList([someValidator({ id: 7, ...state })])] as Reply
          return undefined
        }
      await open('/validators/7', answer('OPERATOR'))
      const card = await screen.findByRole('region', { name: 'How to unjail it' })
      const lines = within(card).getAllByRole('listitem')
      expect(lines.map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
        expect.stringMatching(/^First fix what made it miss blocks/),
        line,
        'Unjail it with: celestia-appd tx slashing unjail --from <key> --chain-id celestia',
        '5.00% of its stake was slashed, your delegators’ included.',
      ])
      expect(screen.queryByText(/nothing you need to do/)).toBeNull()
      cleanup()
      await open('/validators/7', answer('OPERATOR', { unjail_command: null }))
      const other = await screen.findByRole('region', { name: 'How to unjail it' })
      within(other).getByText('tx slashing unjail --from <key>')
      cleanup()
      await open('/validators/7', answer('DELEGATOR'))
      await screen.findByRole('region', { name: 'If you delegate to this validator' })
    },
  )

  it('P1012: tells the operator of a tombstoned one what is left to do, and not what it means for delegators', async () => {
    const state = { id: 7, jailed: true, tombstoned: true }
    const watched_as = [{ blockchain_validator_id: 7, watched_as: 'OPERATOR' }]
    await open('/validators/7', (call) => {
      if (call === 'GET /api/alerts/user-settings/1/') return [200, { entries: [], watched_as }]
      if (/\/details\/1\/7\/\?/.test(call)) return [200, { ...one, ...state, timeline }]
      return call === 'GET /api/blockchains/list/1/' ? [200, someList([someValidator(state)])] : undefined
    })
    const card = await screen.findByRole('region', { name: 'If you operate this validator' })
    const text = within(card).getByRole('list').textContent
    expect(text).toMatch(
      /^Stop every node that signs with its key\.Find out where it signed twice.*Tell your d/,
    )
    expect(text).toMatch(
      /A new validator needs a new key\.5.00% of its .* slashed, your delegators’ included\.$/,
    )
    expect(screen.queryByText('If you delegate to this validator')).toBeNull()
  })

  it('P536: nothing of it stands on the page of one that is bonded', async () => {
    await open('/validators/7')
    await screen.findByRole('heading', { level: 1, name: 'Validator 7' })
    expect(screen.queryByText('If you delegate to this validator')).toBeNull()
  })

  it('P481: calls the window after the validator', async () => {
    await open('/validators/7')
    await screen.findByRole('heading', { level: 1, name: 'Validator 7' })
    await waitFor(() =>
      expect(document.title).toMatch(/Celestia Mainnet · Validator 7 · Blockchain Monitoring$/),
    )
  })

  it('P166: says how old its own stake is where that is older than the rest, and since when it is in the set', async () => {
    const since = { state: 'bonded', at: '2026-11-21T11:00:00Z', height: 50 } as const
    const open7 = (self_delegation_at: string | null, change: Partial<ValidatorDetails> = {}) =>
      open('/validators/7', (call) =>
        /\/details\/1\/7\/\?/.test(call)
          ? [200, { ...one, self_delegation_at, state_since: since, ...change }]
          : undefined,
      )
    await open7('2026-11-21T11:52:00Z')
    expect(await screen.findByText('0.10% of tokens, as of 8 min ago')).toBeDefined()
    expect(screen.getByText('since 11:00:00, height 50')).toBeDefined()
    cleanup()
    await open7('2026-11-21T11:59:30Z')
    expect(await screen.findByText('0.10% of tokens')).toBeDefined()
    cleanup()
    await open7('2026-11-21T11:59:30Z', { self_delegation_assurance: 'SINGLE' })
    expect(await screen.findByText('0.10% of tokens, one source')).toBeDefined()
  })

  it('P910: says since when the uptime is while the window fills, as after an unjailing', async () => {
    const row = { id: 7, uptime: 1, missed_blocks: 0 }
    await open('/validators/7', (call) => {
      if (call === 'GET /api/blockchains/list/1/') return [200, someList([someValidator(row)])]
      const filling = someDetails({ ...row, counted_blocks: 192 })
      return /\/details\/1\/7\/\?/.test(call) ? [200, filling] : undefined
    })
    expect(await screen.findByText('of the 192 blocks since the window restarted')).toBeDefined()
  })

  it('P161: describes its blocks by keyboard, and goes on with the stream', async () => {
    const { user, live } = await open('/validators/7')
    const grid = await screen.findByRole('slider', { name: 'Block' })
    expect(screen.getByText('0 missed of the last 100 blocks, 3 min 20 s')).toBeDefined()
    const block = { height: 101, at: '2026-11-21T12:00:02Z', m: [7], n: [], p: [], none: [] }
    // Nobody says how the new block is known, so nothing is said of it.
    live({ event: 'height', data: { height: 101, at: block.at, seq: 8, blocks: [block] } })
    expect(await screen.findByText('1 missed of the last 101 blocks, 3 min 22 s')).toBeDefined()
    grid.focus()
    await user.keyboard('{ArrowLeft}')
    expect(grid.getAttribute('aria-valuetext')).toBe('Height 101, Missed, 12:00:02')
    await user.keyboard('{ArrowLeft}{Enter}')
    expect(grid.getAttribute('aria-valuetext')).toMatch(/^Height 100, Signed, proven, about /)
    expect(screen.getByRole('button', { name: 'Close' })).toBeDefined()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    // What is closed leaves the keyboard at the grid, and what is only looked at goes when it leaves.
    await user.keyboard('{ArrowLeft}{Enter}')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(document.activeElement).toBe(grid)
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    expect(grid.getAttribute('aria-valuetext')).toMatch(/^Height 101,/)
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tooltip')).toBeDefined()
    await user.tab()
    expect(screen.queryByRole('tooltip')).toBeNull()
    await user.click(screen.getByRole('radio', { name: '5,000' }))
    expect(window.location.search).toBe('?blocks=5000')
  })

  const missing = someDetails({
    ...{ id: 7, missed_blocks: 60, signed_blocks_window: 10_000, signing_start_height: 1 },
    signatures: { from_height: 1, letters: 'm'.repeat(100), assurances: 'P'.repeat(100) },
  })
  it.each([
    ['LIVE', '100.00%'],
    ['HALTED', '100.00%, countdown paused while the network is halted'],
  ] as const)(
    'P162, P13, P846: on a network that is %s what it missed lately is “%s”',
    async (state, expected) => {
      const list = someList([someValidator({ id: 7, missed_blocks: 60 })], { state })
      await open('/validators/7', (call) => {
        if (call === 'GET /api/blockchains/list/1/') return [200, list]
        return /\/details\/1\/7\/\?/.test(call) ? [200, missing] : undefined
      })
      const card = await screen.findByRole('region', { name: 'Slashing window' })
      expect(within(card).getByText('Missed of the last 500 blocks')).toBeDefined()
      expect(within(card).getByText(expected)).toBeDefined()
      // Of the window, beside what jails.
      expect(within(card).getByText('0.60%, jail above 50%')).toBeDefined()
    },
  )

  it('P909: the blocks beside the time to jail are those of that time, also where the chain jails nobody yet', async () => {
    // 47 more may be missed, and the chain judges it from the 56th block on.
    const near = { id: 7, missed_blocks: 103, signed_blocks_window: 300, seconds_to_jail: 112 }
    const list = someList([someValidator(near)], { block_time_seconds: 2, min_signed_per_window: 0.5 })
    await open('/validators/7', (call) => {
      if (call === 'GET /api/blockchains/list/1/') return [200, list]
      return /\/details\/1\/7\/\?/.test(call) ? [200, { ...missing, ...near }] : undefined
    })
    const card = within(await screen.findByRole('region', { name: 'Slashing window' }))
    expect(card.getByText('1 min 52 s')).toBeDefined()
    expect(card.getByText('Blocks left before jail').parentElement?.textContent).toMatch(/56$/)
  })

  it.each([
    [
      'in jail, with an end that is over',
      'Unbonding ended',
      { jailed: true, bond_status: 'BOND_STATUS_UNBONDED' },
      2023,
    ],
    ['out of the set, with an end to come', 'Unbonding ends', { bond_status: 'BOND_STATUS_UNBONDING' }, 2027],
    ['in the set, with an end of before', null, { bond_status: 'BOND_STATUS_BONDED' }, 2023],
  ] as const)('P845: of who is %s it says %j', async (_who, label, state, year) => {
    const power = label === null ? {} : { voting_power: '0' }
    const row = { id: 7, ...state, ...power }
    await open('/validators/7', (call) => {
      if (call === 'GET /api/blockchains/list/1/') return [200, someList([someValidator(row)])]
      const details = someDetails({ ...row, unbonding_at: `${year}-08-27T12:00:00Z` })
      return /\/details\/1\/7\/\?/.test(call) ? [200, details] : undefined
    })
    const card = await screen.findByRole('region', { name: 'About' })
    const said = within(card).queryByText(/^Unbonding/)
    expect(said?.textContent ?? null).toBe(label)
    if (label !== null) expect(said?.nextElementSibling?.textContent).toMatch(`${year}`)
  })

  it.each([
    ['in jail', { jailed: true, tombstoned: false }, /^In jail\. The window starts over/],
    ['out for good', { jailed: true, tombstoned: true }, /^Jailed forever\. Misses no longer count\.$/],
  ])('P851: of who is %s the slashing window says whether it begins anew', async (_who, state, said) => {
    await open('/validators/7', (call) => {
      const row = { id: 7, voting_power: '0', ...state }
      if (call === 'GET /api/blockchains/list/1/') return [200, someList([someValidator(row)])]
      return /\/details\/1\/7\/\?/.test(call) ? [200, someDetails(row)] : undefined
    })
    const card = await screen.findByRole('region', { name: 'Slashing window' })
    expect(within(card).getByText(said)).toBeDefined()
  })

  it('P844: of who is outside the set at all blocks shown it says since when, and draws none of them', async () => {
    const since = { state: 'jailed', at: '2026-11-07T13:33:00Z', height: 50 } as const
    const signatures = { from_height: 1, letters: '-'.repeat(100), assurances: 'P'.repeat(100) }
    const away = someDetails({ id: 7, jailed: true, voting_power: '0', state_since: since, signatures })
    await open('/validators/7', (call) => (/\/details\/1\/7\/\?/.test(call) ? [200, away] : undefined))
    const card = await screen.findByRole('region', { name: 'Signing' })
    expect(within(card).getByText(/^Not in the active set since Nov\s7, \d\d:33\.$/)).toBeDefined()
    expect(within(card).queryByRole('slider')).toBeNull()
    expect(within(card).queryByText(/0 missed/)).toBeNull()
  })

  it.each([
    [3_360, 3_360, 'to jail if it keeps missing', '56 min to jail if it keeps missing'],
    [
      ...([3_360, 25_680] as const),
      'at least, to jail if it keeps missing; 7 h 8 min at most',
      'at least 56 min and at most 7 h 8 min to jail if it keeps missing',
    ],
  ] as const)(
    'P451: there is one time to jail on the page, %i to %i s',
    async (least, most, caption, inHead) => {
      const toJail = { seconds_to_jail: least, seconds_to_jail_at_most: most, consecutive_missed: 100 }
      const known = { ...toJail, missed_blocks_exact: most === least }
      const list = someList([someValidator({ id: 7, missed_blocks: 60, ...known })])
      await open('/validators/7', (call) => {
        if (call === 'GET /api/blockchains/list/1/') return [200, list]
        return /\/details\/1\/7\/\?/.test(call) ? [200, { ...missing, ...known }] : undefined
      })
      const card = await screen.findByRole('region', { name: 'Slashing window' })
      expect(within(card).getByText(caption)).toBeDefined()
      // P800
      expect(within(card).getByText(most > least ? '60+ missed' : '60 missed')).toBeDefined()
      expect(screen.getByTitle(`Missing blocks · 100 in a row, ${inHead}`)).toBeDefined()
      const spans = document.body.textContent?.match(/\d+ (?:h|min)(?: \d+ min)?/g) ?? []
      // The window is as long as it is; everything else is the one figure.
      const allowed = new Set(['56 min', ...(most > least ? ['7 h 8 min'] : []), '7 h 13 min'])
      expect(spans.filter((span) => !allowed.has(span))).toEqual([])
    },
  )

  it('P934: the card says that jail is possible any moment, and at least how many blocks that are', async () => {
    const toJail = { seconds_to_jail: 30, seconds_to_jail_at_most: 10_800, consecutive_missed: 100 }
    await open('/validators/7', (call) => {
      if (call === 'GET /api/blockchains/list/1/')
        return [200, someList([someValidator({ id: 7, ...toJail })])]
      return /\/details\/1\/7\/\?/.test(call) ? [200, { ...missing, ...toJail }] : undefined
    })
    const card = within(await screen.findByRole('region', { name: 'Slashing window' }))
    card.getByText('any moment')
    card.getByText('jail possible if it keeps missing; in 3 h at most')
    card.getByText(/^≥\s\d+$/)
    screen.getByText('Jail possible now')
  })

  it('P161: says what it was not in the set of, what nobody saw, and what is not proven', async () => {
    const signatures = { from_height: 1, letters: 'ss-----mss', assurances: 'PP--PPAPSP' }
    const { user, live } = await open('/validators/7', (call) =>
      call.includes('/details/1/7/') ? [200, { ...one, signatures }] : undefined,
    )
    const grid = await screen.findByRole('slider', { name: 'Block' })
    expect(
      screen.getByText(
        '1 missed of 5 blocks in the set, 3 not in the set, 2 not seen, 2 not proven, 20 s in all',
      ),
    ).toBeDefined()
    const legend = screen.getByRole('list', { name: 'Legend' })
    expect(
      within(legend)
        .getAllByRole('listitem')
        .map((entry) => entry.querySelector('button')?.textContent),
    ).toEqual([...['Signed', 'Proposed', 'Nil vote', 'Missed', 'Not in the set', 'Not seen', 'Not proven']])
    grid.focus()
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(grid.getAttribute('aria-valuetext')).toMatch(/^Height 9, Signed, one source, about /)
    expect(screen.getByRole('tooltip').textContent).toMatch(/^SignedHeight 9, one source/)
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(grid.getAttribute('aria-valuetext')).toMatch(/^Height 7, Not in the set, two sources, about /)
    await user.keyboard('{Home}{ArrowRight}{ArrowRight}')
    expect(grid.getAttribute('aria-valuetext')).toMatch(/^Height 3, Not seen, about /)
    const block = { height: 11, at: '2026-11-21T12:00:02Z', m: [], n: [], p: [], none: [7] }
    const assurance = 'AGREED'
    live({ event: 'height', data: { height: 11, at: block.at, seq: 8, blocks: [{ ...block, assurance }] } })
    expect(await screen.findByText(/, 4 not in the set, 2 not seen, 3 not proven, /)).toBeDefined()
  })

  it('P455: the time beside the missed blocks is of the blocks that are counted, not of those nobody saw', async () => {
    const signatures = {
      from_height: 1,
      letters: `${'-'.repeat(90)}${'m'.repeat(30)}`,
      assurances: `${'-'.repeat(90)}${'P'.repeat(30)}`,
    }
    await open('/validators/7', (call) =>
      call.includes('/details/1/7/') ? [200, { ...one, signatures }] : undefined,
    )
    expect(await screen.findByText('30 missed of the last 30 blocks, 1 min, 90 not seen')).toBeDefined()
  })

  it('P161: where no block is proven it says so once, and marks none', async () => {
    const signatures = { from_height: 1, letters: 'ssss', assurances: 'AASA' }
    await open('/validators/7', (call) =>
      call.includes('/details/1/7/') ? [200, { ...one, signatures }] : undefined,
    )
    expect(await screen.findByText('0 missed of the last 4 blocks, 8 s, none proven')).toBeDefined()
    expect(within(screen.getByRole('list', { name: 'Legend' })).queryByText('Not proven')).toBeNull()
  })

  it('P160: says that there is none, or that it could not be read', async () => {
    await open('/validators/999')
    expect(await screen.findByRole('heading', { name: 'Validator not found' })).toBeDefined()
  })

  it('P160: says what failed, and tries again when asked to', async () => {
    let fails = true
    const { user } = await open('/validators/7', (call) =>
      fails && call.includes('/details/') ? [422, problem(422, 'bad_request')] : undefined,
    )
    await screen.findByRole('heading', { name: 'Couldn’t load the validator' })
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Validator 7' })).toBeDefined()
  })
})
