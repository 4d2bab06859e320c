import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { someAlert } from '../data/testing/some-alert.ts'
import { someBridge } from '../data/testing/some-bridge.ts'
import { someBridgeDetails, someFigures } from '../data/testing/some-bridge-details.ts'
import { someDetails } from '../data/testing/some-details.ts'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { openPage, problem, robin, type Reply } from './testing/open-page.tsx'

const bridges = [
  someBridge({ id: 1, name: 'zinc-own', owned: true, validator_id: 7 }),
  someBridge({ id: 2, name: 'tallow-da', sync_status: 'STALLED', lag: 418, version: 'v0.30.2' }),
  someBridge({ id: 3, name: null, source: 'SCRAPE', contested: true }),
  someBridge({ id: 4, name: 'quiet', sync_status: 'UNKNOWN', otel_state: 'STALE', lag: null }),
]
const path = '/api/blockchains/bridges/1/'

// jsdom has no canvas; what is drawn on one is looked at in a browser.
vi.mock('../charts/plot.ts', () => ({ createPlot: () => ({ show: vi.fn(), destroy: vi.fn() }) }))

const token = {
  id: 9,
  name: 'cobalt',
  validator_id: null,
  peer_id: null,
  last_used_at: null,
  problem: null,
  team_id: null,
}
const wait = { timeout: 60_000 }

type Answer = (call: string, body: unknown) => Reply | undefined

/** A page of bridges as a member sees it, where there is data availability. */
function open(address: string, otherwise: Answer = () => undefined) {
  return openPage(
    address,
    (call, body) => {
      const said = otherwise(call, body)
      if (said !== undefined) return said
      if (call === 'GET /api/users/profile/') return [200, robin]
      if (call === 'GET /api/blockchains/list/1/')
        return [200, someList([someValidator({ id: 7, moniker: 'Copper Lantern' })])]
      if (call === `GET ${path}`) return [200, { network_height: 100, bridges }]
      if (call === `GET ${path}tokens/`) return [200, { tokens: [token] }]
      if (call === `GET ${path}2/`) return [200, someBridgeDetails({ id: 2 })]
      if (call.includes('/details/1/7/')) return [200, someDetails({ id: 7, bridges: [1] })]
      if (call === 'GET /api/governance/1/votes/7/') return [200, { votes: [] }]
      if (call.startsWith('GET /api/alerts/history/'))
        return [
          200,
          [someAlert({ id: 12, title: 'Bridge stalled', blockchain_validator_id: null, bridge_id: 2 })],
        ]
      return undefined
    },
    { networks: [{ is_da_enabled: true }] },
  )
}

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})

describe('/bridges', { timeout: 90_000 }, () => {
  it('P190, P193, P194, P195: shows every bridge, the own ones first', async () => {
    await open('/bridges')
    const table = await screen.findByRole('table', { name: 'Bridges' }, wait)
    const rows = [...table.querySelectorAll('tr[data-row]')].map((row) => row.textContent)
    expect(rows).toHaveLength(4)
    expect(rows[0]).toMatch(/^zinc-own12D3KooWBridge1Synced1000/)
    expect(rows[0]).toContain('Copper Lantern')
    const own = within(table).getByRole('link', { name: 'zinc-own' })
    expect(own.getAttribute('href')).toBe('/bridges/1')
    expect(within(table).getByRole('link', { name: 'Copper Lantern' }).getAttribute('href')).toBe(
      '/validators/7',
    )
    const stalled = table.querySelector('tr[data-row="2"]')
    expect(stalled?.textContent).toContain('Stalled')
    expect(stalled?.textContent).toContain('13\u00a0min')
    expect(stalled?.textContent).toContain('other bridges run a newer version')
    const unnamed = table.querySelector('tr[data-row="3"]')
    expect(unnamed?.textContent).toMatch(/^no nameDuplicate key/)
    expect(unnamed?.textContent).toContain('Scrape')
    const silent = table.querySelector<HTMLElement>('tr[data-row="4"]')
    const why = within(silent ?? table).getAllByTitle(/may still run; only its reports are missing/)
    expect(why[0]?.textContent).toBe('Unknown')
    expect(document.body.textContent).not.toMatch(/offline/i)
  })

  it('P191: asks again, and shows what is another', async () => {
    let lag = 5
    const { queries } = await open('/bridges', (call) =>
      call === `GET ${path}`
        ? [200, { network_height: 100, bridges: [someBridge({ id: 1, name: 'one', lag })] }]
        : undefined,
    )
    await screen.findByRole('link', { name: 'one' }, wait)
    lag = 77
    await queries.invalidateQueries({ queryKey: ['bridges', 1] })
    expect(await screen.findByText('77')).toBeDefined()
  })

  it('P192, P197: searches, filters and sorts by the address', async () => {
    const { user } = await open('/bridges?x=1')
    const search = await screen.findByRole('searchbox', { name: 'Name, peer ID or validator' }, wait)
    await screen.findByRole('link', { name: 'tallow-da' })
    await user.click(screen.getByRole('button', { name: /^Mine/ }))
    expect(window.location.search).toBe('?show=mine')
    expect(screen.queryByRole('link', { name: 'tallow-da' })).toBeNull()
    await user.click(search)
    await user.paste('tallow')
    expect(await screen.findByText('No bridge matches “tallow”')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    await user.click(await screen.findByRole('button', { name: /^Lag/ }))
    expect(window.location.search).toBe('?sort=lag')
    await user.click(screen.getByRole('button', { name: '1 stalled' }))
    expect(window.location.search).toBe('?show=stalled&sort=lag')
  })

  it('P197: says that there is none, or that they could not be read', async () => {
    let fails = true
    const { user } = await open('/bridges', (call) =>
      call !== `GET ${path}`
        ? undefined
        : fails
          ? [422, problem(422, 'bad_request')]
          : [200, { network_height: 100, bridges: [] }],
    )
    await screen.findByRole('heading', { name: 'Couldn’t load the list' }, wait)
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'No bridges yet' })).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Connect a bridge' })).toHaveLength(2)
  })
})

describe('connecting a bridge', { timeout: 90_000 }, () => {
  it('P200, P201, P202, P364: gets a token, shows what to run, and waits for the first push', async () => {
    let said: object = token
    const { user, asked, clock, queries } = await open('/bridges', (call) => {
      if (call === 'GET /api/users/channels/')
        return [200, { channels: [{ channel: 'EMAIL', is_available: true }] }]
      if (call === 'POST /api/alerts/user-settings/manage/') return [200, { entries: [] }]
      if (call === `POST ${path}tokens/`) return [201, { id: 9, name: 'cobalt', token: 'tok-en' }]
      return call === `GET ${path}tokens/` ? [200, { tokens: [said] }] : undefined
    })
    await user.click(
      (await screen.findAllByRole('button', { name: 'Connect a bridge' }, wait))[0] ?? document.body,
    )
    const dialog = await screen.findByRole('dialog', { name: 'Connect a bridge' }, wait)
    await user.click(within(dialog).getByRole('button', { name: 'Create token' }))
    within(dialog).getByText('Enter a name of up to 100 characters')
    await user.type(within(dialog).getByLabelText('Name'), 'cobalt')
    await user.selectOptions(within(dialog).getByLabelText('Validator'), 'Copper Lantern')
    await user.click(within(dialog).getByRole('button', { name: 'Create token' }))
    expect(await within(dialog).findByDisplayValue('tok-en')).toBeDefined()
    expect(asked.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      name: 'cobalt',
      validator_id: 7,
    })
    expect(within(dialog).getByLabelText('Start the bridge').textContent).toContain('Bearer%20tok-en')
    await user.click(within(dialog).getByRole('tab', { name: 'systemd' }))
    expect(within(dialog).getByRole('tabpanel').textContent).toContain('Bearer%%20tok-en')
    // P364: it is shown this once, and no slip of a key takes it away.
    await user.keyboard('{Escape}')
    expect(screen.queryByDisplayValue('tok-en')).not.toBeNull()

    const askAgain = () => queries.invalidateQueries({ queryKey: ['bridge-tokens', 1] })
    within(dialog).getByText('Waiting for the first push…')
    expect(within(dialog).queryByText(/plain HTTP/)).toBeNull()
    await clock.advance(31_000)
    expect(await within(dialog).findByText(/speaks plain HTTP/)).toBeDefined()

    said = { ...token, last_used_at: '2026-11-21T12:00:00Z', problem: 'wrong_network' }
    await askAgain()
    expect(await within(dialog).findByText('The push was refused', {}, wait)).toBeDefined()
    within(dialog).getByText(/The bridge runs on another network than Celestia Mainnet/)

    said = { ...token, last_used_at: '2026-11-21T12:00:01Z', peer_id: bridges[0]?.peer_id }
    await askAgain()
    expect(await within(dialog).findByText('First push from 12D3KooWBridge1', {}, wait)).toBeDefined()
    const way = await within(dialog).findByRole('link', { name: 'Open the bridge' })
    expect(way.getAttribute('href')).toBe('/bridges/1')
    // P406: what is recommended of it is a click away.
    const offer = within(await within(dialog).findByRole('region', { name: 'Recommended alerts' }, wait))
    offer.getByText('Turn on the recommended alerts for zinc-own?')
    await user.click(offer.getByRole('button', { name: 'Turn on' }))
    await within(dialog).findByText('Recommended alerts for zinc-own are on', {}, wait)
    const change = asked.find(({ call }) => call === 'POST /api/alerts/user-settings/manage/')
    expect(change?.body).toMatchObject({
      targets: [{ bridge_id: 1 }],
      entries: expect.arrayContaining([{ setting_id: 7031, channels: ['EMAIL'] }]),
    })
    await user.click(within(dialog).getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('P203: lists the tokens, and asks before one is deleted', async () => {
    let tokens: object[] = [{ ...token, peer_id: bridges[0]?.peer_id, problem: 'two_programs' }]
    const { user, asked } = await open('/bridges', (call) => {
      if (call === `DELETE ${path}tokens/9/`) {
        tokens = []
        return 204
      }
      return call === `GET ${path}tokens/` ? [200, { tokens }] : undefined
    })
    await user.click(await screen.findByRole('button', { name: 'Tokens' }, wait))
    const dialog = await screen.findByRole('dialog', { name: 'Bridge tokens' }, wait)
    expect(await within(dialog).findByText('Duplicate key')).toBeDefined()
    await user.click(within(dialog).getByRole('button', { name: 'Delete cobalt' }))
    within(dialog).getByText(/The bridge will leave the list/)
    expect(asked.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: 'Delete token' }))
    expect(await within(dialog).findByText(/No tokens yet/)).toBeDefined()
  })
})

describe('the page of a bridge', { timeout: 90_000 }, () => {
  it('P195, P198, P199, P237: shows how it stands, and leads on', async () => {
    await open('/bridges/2')
    await screen.findByRole('heading', { level: 1, name: 'tallow-da' }, wait)
    // P802: its height and its lag, of one moment.
    screen.getByText('network then at 518')
    screen.getByText('13 min behind')
    screen.getByText('the newest is 0.31.4')
    await screen.findByRole('link', { name: 'Bridge stalled' })
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(
      expect.arrayContaining(['/bridges', '/alerts?bridge=2', '/alerts-history?alert=12']),
    )
    expect(links).toContain('/alerts-history?bridge=2')
    expect(screen.getByRole('link', { name: 'Bridges', current: 'page' }).getAttribute('href')).toBe(
      '/bridges',
    )
  })
  it('P198: says that there is none', async () => {
    await open('/bridges/99')
    expect(await screen.findByRole('heading', { name: 'Bridge not found' }, wait)).toBeDefined()
  })
  it('P199: is reached from the page of its validator', async () => {
    await open('/validators/7')
    const card = await screen.findByRole('region', { name: 'Bridges' }, wait)
    const link = await within(card).findByRole('link', { name: 'zinc-own' })
    expect(link.getAttribute('href')).toBe('/bridges/1')
    within(card).getByText('Synced')
  })
})

describe('what the page of a bridge has of its last day', { timeout: 90_000 }, () => {
  const start = Date.parse('2026-11-21T12:00:00Z') / 1_000
  const happened = (id: number, kind: 'joined' | 'rising' | 'stalled' | 'version_changed', at: number) => ({
    ...{ id, kind, height: 90 + id, at: new Date((start + at) * 1_000).toISOString() },
    ...(kind === 'version_changed' ? { before: 'v0.30.1', after: 'v0.30.2' } : { before: null, after: null }),
  })
  const details = someBridgeDetails(
    { id: 2, last_otel_update: '2026-11-21T11:59:50Z' },
    {
      points: [
        ...Array.from({ length: 10 }, (_, place): [number, null, null] => [
          start - 300 * (12 - place),
          null,
          null,
        ]),
        [start - 600, null, null],
        [start - 300, 90, 98],
        [start, null, 100],
      ],
      timeline: [
        happened(9, 'rising', -60),
        happened(8, 'stalled', -240),
        ...Array.from({ length: 6 }, (_, place) => happened(7 - place, 'version_changed', -300 - place)),
        happened(1, 'joined', -600),
      ],
      figures: someFigures({
        peers: { full: 27, connections: 0 },
        processing: { memory_bytes: 1_843_200_000, publish_seconds: 0.25 },
      }),
    },
  )
  const ofBridge = (answer: () => Reply) => (call: string) =>
    call === `GET ${path}2/` ? answer() : undefined

  it('P204, P205, P206, P209: shows the heights, what happened and what it says, each with its age', async () => {
    const { user } = await open(
      '/bridges/2',
      ofBridge(() => [200, details]),
    )
    const day = await screen.findByRole('region', { name: 'Height over 24\u00a0h' }, wait)
    const key = () => within(day).getAllByRole('listitem')
    const texts = () => key().map(({ textContent }) => textContent)
    expect(texts()).toEqual(['Newest, 12:00', 'tallow-dano data', 'Network100', 'Lag no data'])
    const chart = await within(day).findByRole('slider', { name: 'Height over 24\u00a0h' }, wait)
    act(() => chart.focus())
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(texts()).toEqual(['At 11:55', 'tallow-da90', 'Network98', 'Lag 8'])
    expect(chart.getAttribute('aria-valuetext')).toBe('11:55, Stalled, Network 98, tallow-da 90, Lag 8')
    await user.keyboard('+')
    await user.click(within(day).getByRole('button', { name: 'Whole day' }))
    expect(within(day).queryByRole('button')).toBeNull()
    act(() => chart.focus())
    await user.keyboard('+')
    within(day).getByRole('button', { name: 'Whole day' })
    await user.keyboard('{Escape}{Escape}')
    expect(within(day).queryByRole('button')).toBeNull()

    const timeline = screen.getByRole('region', { name: 'Timeline' })
    const rows = () => within(timeline).getAllByRole('listitem')
    expect(rows()).toHaveLength(8)
    expect(rows()[0]?.textContent).toBe('Rising againafter 3\u00a0min, height 9911:59:00')
    expect(rows()[2]?.textContent).toBe('Version changedv0.30.1 → v0.30.2, height 9711:55:00')
    await user.click(within(timeline).getByRole('button', { name: 'Show all (9)' }))
    expect(rows()[8]?.textContent).toMatch(/^First report/)

    const metrics = screen.getByRole('region', { name: 'Node metrics' })
    within(metrics).getByText(/^pushed 10 s ago/)
    const lines = [...metrics.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
    expect(lines).toEqual([
      'Full nodes found27',
      'Open connections0',
      'Average publishing delay250 ms',
      'Memory1.84 GB',
    ])
  })

  it('P204, P205, P206: says where there is nothing of it', async () => {
    await open(
      '/bridges/2',
      ofBridge(() => [200, someBridgeDetails({ id: 2, source: 'SCRAPE' })]),
    )
    await screen.findByText(/^No height in the last 24 h/, {}, wait)
    screen.getByText(/^Nothing has been recorded yet/)
    screen.getByText(/^Only bridges that push report peers/)
    expect(screen.queryByRole('slider')).toBeNull()
  })

  it('P207: asks again after half a minute, and when its state is another', async () => {
    const { queries, asked } = await open('/bridges/2')
    await screen.findByRole('region', { name: 'Timeline' }, wait)
    const calls = () => asked.filter(({ call }) => call === `GET ${path}2/`)
    expect(calls()).toHaveLength(1)
    queries.setQueryData(['bridges', 1], {
      network_height: 100,
      bridges: bridges.map((one) => (one.id === 2 ? { ...one, sync_status: 'SYNCED' } : one)),
    })
    await waitFor(() => expect(calls()).toHaveLength(2))
    const watched = queries.getQueryCache().find({ queryKey: ['bridge-details', 1, 2] })
    expect(watched?.observers.map(({ options }) => options.refetchInterval)).toEqual([30_000])
  })

  it('P208: leaves the rest of the page where it could not be read, and tries again', async () => {
    let said: Reply = [422, problem(422, 'bad_request')]
    const { user, queries } = await open(
      '/bridges/2',
      ofBridge(() => said),
    )
    await screen.findByRole('heading', { level: 2, name: 'Couldn’t load the history' }, wait)
    screen.getByText('13 min behind')
    screen.getByRole('region', { name: 'About' })
    said = [200, details]
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('region', { name: 'Timeline' })
    said = [422, problem(422, 'bad_request')]
    await queries.refetchQueries({ queryKey: ['bridge-details'] })
    await screen.findByText('Couldn’t refresh the history. Showing earlier values.')
    screen.getByRole('region', { name: 'Timeline' })
  })
})

describe('bridges of a team', { timeout: 90_000 }, () => {
  const teams = (role: string) => [200, { teams: [{ id: 3, name: 'Night watch', role }] }] as const

  it('P746: a bridge belongs to whoever connects it, or to a team that they may change', async () => {
    const { user, asked } = await open('/bridges', (call) =>
      call === 'GET /api/teams/'
        ? teams('EDITOR')
        : call === `POST ${path}tokens/`
          ? [201, { id: 9, name: 'cobalt', token: 'a-token' }]
          : undefined,
    )
    await user.click(
      (await screen.findAllByRole('button', { name: 'Connect a bridge' }, wait))[0] ?? document.body,
    )
    const dialog = within(await screen.findByRole('dialog', {}, wait))
    await user.type(dialog.getByLabelText(/^Name/), 'cobalt')
    await user.selectOptions(await dialog.findByRole('combobox', { name: 'Belongs to' }, wait), 'Night watch')
    await user.click(dialog.getByRole('button', { name: 'Create token' }))
    await waitFor(
      () =>
        expect(asked.find(({ call }) => call === `POST ${path}tokens/`)?.body).toEqual({
          name: 'cobalt',
          team_id: 3,
        }),
      wait,
    )
  })

  it.each([
    ['OWNER', 1],
    ['MEMBER', 0],
  ])('P747: a token says of which team it is; an %s may delete it: %s', async (role, deletes) => {
    const { user } = await open('/bridges', (call) =>
      call === 'GET /api/teams/'
        ? teams(role)
        : call === `GET ${path}tokens/`
          ? [200, { tokens: [{ ...token, team_id: 3 }] }]
          : undefined,
    )
    await user.click(await screen.findByRole('button', { name: /tokens/i }, wait))
    const dialog = within(await screen.findByRole('dialog', {}, wait))
    await dialog.findByText(/^Night watch · /, {}, wait)
    expect(dialog.queryAllByRole('button', { name: 'Delete cobalt' })).toHaveLength(deletes)
  })
})
