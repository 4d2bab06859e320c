import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { someDetails } from '../data/testing/some-details.ts'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { openPage, problem, robin, type Reply } from './testing/open-page.tsx'

const start = Date.parse('2026-11-21T12:00:00Z') / 1_000
const list = someList(
  [7, 9].map((id) => someValidator({ id, rank: id, voting_power: '1', tokens: '1000000' })),
)

const jailed = {
  ...{ id: 1, height: 5, kind: 'jailed', before: null, after: null, assurance: 'PROVEN' },
  at: '2026-11-21T11:51:30Z',
}

/** A full page of events that no chart marks, newest first, since some minutes before noon. */
const ranks = (newest: number) =>
  Array.from({ length: 200 }, (_, index) => ({
    ...{ ...jailed, kind: 'rank_changed', before: '9', after: '8' },
    ...{ id: newest - index, at: '2026-11-21T11:55:00Z' },
  }))
const moved = (id: number) => ({
  ...{ ...jailed, id, kind: 'commission_changed', before: '0.050000000000000000', after: '0.1' },
  at: '2026-11-21T11:52:00Z',
})

/** What the server has of whom it is asked for: a value, a hole, and a value. */
function chartsOf(call: string) {
  const query = new URL(call.slice(4), 'https://n0.example').searchParams
  const step = query.get('step') === '1h' ? 3_600 : 600
  const series = query.getAll('validator_id').map((id) => ({
    validator_id: Number(id),
    moniker: `Validator ${id}`,
    points: [
      [start - 2 * step, 0.05],
      [start - step, null],
      [start, 0.1],
    ],
  }))
  return {
    ...{ blockchain_id: 1, range: query.get('range'), step: query.get('step') },
    ...{ from: '2026-11-20T12:00:00Z', to: '2026-11-21T12:00:00Z' },
    metrics: Object.fromEntries(query.getAll('metric').map((metric) => [metric, series])),
  }
}

async function openCharts(path: string, otherwise: (call: string) => Reply | undefined = () => undefined) {
  const page = await openPage(path, (call) => {
    const said = otherwise(call)
    if (said !== undefined) return said
    if (call === 'GET /api/users/profile/') return [200, robin]
    if (call === 'GET /api/blockchains/list/1/') return [200, list]
    if (call === 'GET /api/users/preferences/')
      return [200, { favourite_validators: [{ blockchain_id: 1, validator_id: 9 }], tables: {} }]
    if (call.includes('/timeline/')) return [200, { timeline: call.includes('/1/9/') ? [jailed] : [] }]
    return call.startsWith('GET /api/blockchains/charts/') ? [200, chartsOf(call)] : undefined
  })
  await screen.findByRole('heading', { level: 1, name: 'Charts' })
  const charts = () => page.asked.flatMap(({ call }) => (call.includes('/charts/') ? [call] : []))
  return { ...page, charts }
}
async function press(name: string): Promise<Element> {
  const [first] = await screen.findAllByRole('button', { name })
  return first ?? document.body
}

describe('the charts', () => {
  it('P170, P171, P180, P183: nobody is chosen, then the user’s own, then one is taken away again', async () => {
    const { user, charts } = await openCharts('/charts?table=1&x=1')
    await screen.findByText('Choose validators to compare')
    expect(charts()).toEqual([])
    await user.click(await press('My validators'))
    await screen.findByRole('table', { name: 'Uptime' })
    expect(window.location.search).toBe('?validator=9&table=1')
    // P183: what happened to it stands below.
    await screen.findByText('\u2068Validator 9\u2069: jailed 11:51')
    await user.click(await press('Top 10'))
    await waitFor(() => expect(window.location.search).toBe('?validator=9&validator=7&table=1'))
    // Who takes them away by keyboard goes on at the next one, and at the page where there is none.
    await user.click(await press('Remove Validator 9'))
    await waitFor(() => expect(window.location.search).toBe('?validator=7&table=1'))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Validator 7')
    await user.click(await press('Clear'))
    await screen.findByText('Choose validators to compare')
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  })

  it('P171, P178: asks for what the address says, and shows it as a table, newest first', async () => {
    const { charts } = await openCharts('/charts?validator=7&metric=commission&range=7d&table=1')
    const table = await screen.findByRole('table', { name: 'Commission' })
    const rows = within(table).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Time, UTCValidator 7',
      'Nov 21, 12:0010%',
      'Nov 21, 11:00no data',
      'Nov 21, 10:005%',
    ])
    expect(charts()).toEqual([
      'GET /api/blockchains/charts/?blockchain_id=1&validator_id=7&metric=cosmos_validator_commission_rate&range=7d&step=1h',
    ])
  })

  it('P173: asks again after a tenth of the step, where the stream brought something', async () => {
    const { clock, live, charts } = await openCharts('/charts?validator=7&metric=uptime&table=1')
    await screen.findByRole('table', { name: 'Uptime' })
    await clock.advance(60_000)
    expect(charts()).toHaveLength(1)
    live({ event: 'validators', data: { changed: [], removed: [], seq: 99 } })
    await clock.advance(59_000)
    expect(charts()).toHaveLength(1)
    await clock.advance(1_000)
    await waitFor(() => expect(charts()).toHaveLength(2))
  })

  it('P180: who never was there can be taken away; one that has left keeps its line and its name', async () => {
    const { user, asked } = await openCharts(
      '/charts?validator=7&validator=11&validator=12&table=1',
      (call) => {
        if (call.includes('validator_id=12')) return [404, problem(404, 'not_found')]
        if (call.includes('/details/1/12/')) return [404, problem(404, 'not_found')]
        if (call.includes('/details/1/11/?')) return [200, someDetails({ id: 11, moniker: 'Old Mill' })]
        return undefined
      },
    )
    await screen.findByText('Validator not found')
    const chips = await screen.findByRole('list', { name: 'Validators in the charts' })
    await within(chips).findByText('Unknown validator 12')
    expect(within(chips).getByText('Old Mill').closest('li')?.textContent).toBe('Old Millleft')
    await user.click(await press('Remove unknown'))
    const table = await screen.findByRole('table', { name: 'Uptime' })
    expect(window.location.search).toBe('?validator=7&validator=11&table=1')
    expect(within(table).getByRole('columnheader', { name: 'Validator 11' })).toBeDefined()
    expect(within(chips).getByText('Validator 11').closest('li')?.textContent).toBe('Validator 11left')
    // Whom the list has nobody is asked about.
    expect(asked.some(({ call }) => call.includes('/details/1/7/?'))).toBe(false)
  })

  it('P183: reads back to where the charts begin, however much else happened since', async () => {
    const pages = [ranks(1_000), [...ranks(800).slice(0, 198), moved(602), { ...jailed, id: 601 }], []]
    const { asked } = await openCharts('/charts?validator=9&metric=uptime&table=1', (call) =>
      call.includes('/timeline/') ? [200, { timeline: pages.shift() }] : undefined,
    )
    await screen.findByText('\u2068Validator 9\u2069: jailed 11:51')
    await screen.findByText('\u2068Validator 9\u2069: commission 5% → 10% 11:52')
    const timelines = asked.flatMap(({ call }) => (call.includes('/timeline/') ? [call] : []))
    expect(timelines.map((call) => call.replace('GET /api/blockchains/details/1', ''))).toEqual([
      ...['/9/timeline/?limit=200', '/9/timeline/?limit=200&before=801', '/9/timeline/?limit=200&before=601'],
    ])
    expect(screen.queryByText(/may not be marked/)).toBeNull()
  })

  it('P183: stops at an event before the charts begin, and says where there were too many', async () => {
    let newest = 9_000
    const { asked } = await openCharts('/charts?validator=9&validator=7&metric=uptime&table=1', (call) => {
      if (!call.includes('/timeline/')) return undefined
      const old = { ...jailed, id: 1, at: '2026-11-20T11:00:00Z' }
      if (call.includes('/7/')) return [200, { timeline: [...ranks(700).slice(1), old] }]
      newest -= 200
      return [200, { timeline: ranks(newest) }]
    })
    await screen.findByText(
      'Only the newest 1,000 events of each validator are read. Some before Nov 21, 11:55 UTC may not be marked.',
    )
    const calls = (id: number) => asked.filter(({ call }) => call.includes(`/${id}/timeline/`)).length
    expect([calls(9), calls(7)]).toEqual([5, 1])
  })

  it('P183: of more than ten validators marks the first ten, and says so', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => index + 1)
    const { asked } = await openCharts(
      `/charts?${ids.map((id) => `validator=${id}`).join('&')}&metric=uptime&table=1`,
    )
    await screen.findByText('Events are marked for the first 10 validators only.')
    await screen.findByText('\u2068Validator 9\u2069: jailed 11:51')
    expect(asked.filter(({ call }) => call.includes('/timeline/'))).toHaveLength(10)
  })

  it('P178: a button copies a table as it is written', async () => {
    const { user } = await openCharts('/charts?validator=7&metric=commission&table=1')
    await user.click(await screen.findByRole('button', { name: 'Copy table' }))
    const copied = [
      'Time, UTC\tValidator 7',
      ...['2026-11-21 12:00:00\t10%', '2026-11-21 11:50:00\t', '2026-11-21 11:40:00\t5%'],
    ]
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(copied.join('\n')))
  })

  it('P183: says where it could not be read what happened, and reads it again', async () => {
    let fails = true
    const { user } = await openCharts('/charts?validator=9&metric=uptime&table=1', (call) =>
      fails && call.includes('/timeline/') ? [503, problem(503, 'unavailable')] : undefined,
    )
    const said = await screen.findByText(
      'Couldn’t load jailings, slashings and commission changes. None are marked.',
    )
    expect(screen.getByRole('table', { name: 'Uptime' })).toBeDefined()
    fails = false
    await user.click(await press('Try again'))
    await screen.findByText('\u2068Validator 9\u2069: jailed 11:51')
    expect(said.isConnected).toBe(false)
  })

  it('B263: a server that has too much to do says so, and what was loaded stays', async () => {
    let isBusy = true
    const { user, live, clock } = await openCharts('/charts?validator=7&metric=uptime&table=1', (call) =>
      isBusy && call.includes('/charts/') ? [503, problem(503, 'overloaded')] : undefined,
    )
    const words = problem(503, 'overloaded').detail
    await screen.findByText(words)
    expect(screen.queryByText(/The metrics store/)).toBeNull()
    isBusy = false
    await user.click(await press('Try again'))
    await screen.findByRole('table', { name: 'Uptime' })
    isBusy = true
    live({ event: 'validators', data: { changed: [], removed: [], seq: 99 } })
    await clock.advance(60_000)
    await screen.findByText('Couldn’t refresh. Showing earlier values.')
    await screen.findByText(words)
  })

  it('P180: a store that is down is reported, and what was loaded stays', async () => {
    let isDown = true
    const { user, live, clock, charts } = await openCharts(
      '/charts?validator=7&metric=uptime&table=1',
      (call) => (isDown && call.includes('/charts/') ? [503, problem(503, 'unavailable')] : undefined),
    )
    await screen.findByText(/The metrics store isn’t responding/)
    const button = await press('Try again')
    live({ event: 'validators', data: { changed: [], removed: [], seq: 98 } })
    await clock.advance(60_000)
    expect(charts()).toHaveLength(1)
    expect(button.isConnected).toBe(true)
    isDown = false
    await user.click(button)
    await screen.findByRole('table', { name: 'Uptime' })
    isDown = true
    live({ event: 'validators', data: { changed: [], removed: [], seq: 99 } })
    await clock.advance(60_000)
    await screen.findByText('Couldn’t refresh. Showing earlier values.')
    expect(screen.getByRole('table', { name: 'Uptime' })).toBeDefined()
  })
})
