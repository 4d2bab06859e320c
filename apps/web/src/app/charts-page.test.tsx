import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { openPage, problem, robin, type Said } from './testing/open-page.tsx'

const start = Date.parse('2026-11-21T12:00:00Z') / 1_000
const list = someList(
  [7, 9].map((id) => someValidator({ id, rank: id, voting_power: '1', tokens: '1000000' })),
)

const jailed = {
  ...{ id: 1, height: 5, kind: 'jailed', before: null, after: null, assurance: 'PROVEN' },
  at: '2026-11-21T11:51:30Z',
}

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

async function openCharts(path: string, otherwise: (call: string) => Said | undefined = () => undefined) {
  const page = await openPage(path, (call) => {
    const said = otherwise(call)
    if (said !== undefined) return said
    if (call === 'GET /api/users/profile/') return [200, robin]
    if (call === 'GET /api/blockchains/list/1/') return [200, list]
    if (call === 'GET /api/users/preferences/')
      return [200, { favourite_validators: [{ blockchain_id: 1, validator_id: 9 }], tables: {} }]
    if (call.endsWith('/timeline/')) return [200, { timeline: call.includes('/1/9/') ? [jailed] : [] }]
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
    await screen.findByText('Validator 9: jailed 11:51')
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

  it('P180: a validator that the network does not have can be taken away', async () => {
    const { user } = await openCharts('/charts?validator=7&validator=12&table=1', (call) =>
      call.includes('validator_id=12') ? [404, problem(404, 'not_found')] : undefined,
    )
    await screen.findByText('Validator not found')
    await user.click(await press('Remove unknown'))
    await screen.findByRole('table', { name: 'Uptime' })
    expect(window.location.search).toBe('?validator=7&table=1')
  })

  it('P183: says where it could not be read what happened, and reads it again', async () => {
    let fails = true
    const { user } = await openCharts('/charts?validator=9&metric=uptime&table=1', (call) =>
      fails && call.endsWith('/timeline/') ? [503, problem(503, 'unavailable')] : undefined,
    )
    const said = await screen.findByText('Couldn’t load jailings and slashings. None are marked.')
    expect(screen.getByRole('table', { name: 'Uptime' })).toBeDefined()
    fails = false
    await user.click(await press('Try again'))
    await screen.findByText('Validator 9: jailed 11:51')
    expect(said.isConnected).toBe(false)
  })

  it('P180: a store that is down is told, and what was loaded stays', async () => {
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
