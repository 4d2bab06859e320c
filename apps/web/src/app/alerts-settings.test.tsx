import type { AlertReplay } from '@roundsman/contract/alerts/alert-actions'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { someAlertSettings, someSetting } from '../data/testing/some-alert-settings.ts'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { type Answer, box, changesOf, manage, openAlerts, press, wait } from './testing/open-alerts.tsx'

describe('what stands beside a condition', { timeout: 90_000 }, () => {
  const replayed = (settings: AlertReplay['settings']): Answer => {
    const time = { from: '2026-11-14T12:00:00Z', to: '2026-11-21T12:00:00Z', covered: null }
    return (call) => (call === 'POST /api/alerts/replay/' ? [200, { ...time, settings }] : undefined)
  }
  const since = '2026-11-20T12:00:00Z'
  it('P783: what is known of ten minutes is not said of seven days', async () => {
    const page = await openAlerts(
      '/alerts?validator=1',
      replayed([
        { setting_id: 1121, times: [], since, held: true },
        { setting_id: 1122, times: [], since, held: false },
        { setting_id: 2011, times: [], since, held: false },
      ]),
    )
    await page.user.click(await press('How often would this have fired?'))
    await screen.findByText(/^Already true at Nov 20, .*\. Unknown before\.$/)
    await screen.findByText(/^Not since Nov 20, .*\. Unknown before\.$/)
    expect(screen.queryByText('Would not have fired')).toBeNull()
  })

  it('P881: what a condition turned to since the replay is in its counts: they fit the state beside them', async () => {
    const ended = someSetting(1122, { name: 'Three missed is over', trigger: 'TRUE_TO_FALSE' })
    const inARow = someSetting(1121, { name: 'Three missed' })
    const began = ['2026-11-20T12:00:00Z', '2026-11-21T11:59:50Z']
    const answer = replayed([
      { setting_id: 1121, times: began, since: '2026-11-14T12:00:00Z', held: false },
      { setting_id: 1122, times: ['2026-11-20T12:10:00Z'], since: '2026-11-14T12:00:00Z', held: false },
    ])
    const page = await openAlerts('/alerts?validator=1', (call, body) => {
      if (call === 'GET /api/alerts/settings/')
        return [200, { ...someAlertSettings, UPTIME: [inARow, ended] }]
      const over = { since: '2026-11-21T12:00:07Z', value: null, observed_at: null } as const
      return call.startsWith('GET /api/alerts/conditions/1/')
        ? [200, { conditions: [{ ...over, setting_id: 1121, state: 'FALSE' }] }]
        : answer(call, body)
    })
    await page.user.click(await press('How often would this have fired?'))
    await screen.findByRole('button', { name: 'Would have fired: 2 times, ended 2 times' }, wait)
  })

  it('P781: the time to jail beside its condition is that of the state above it, with its “at least”', async () => {
    const near = someSetting(1211, { name: 'Jail near', unit: 'SECONDS', threshold: 86_400 })
    const inARow = someSetting(1121, { name: 'Three missed', unit: 'BLOCKS', threshold: 3 })
    const missing = someValidator({
      ...{ id: 1, consecutive_missed: 235, consecutive_missed_exact: false },
      ...{ seconds_to_jail: 13_700, seconds_to_jail_at_most: 20_000 },
    })
    await openAlerts('/alerts?validator=1', (call) => {
      if (call === 'GET /api/alerts/settings/') return [200, { ...someAlertSettings, UPTIME: [near, inARow] }]
      if (call === 'GET /api/blockchains/list/1/') return [200, someList([missing])]
      const known = { state: 'TRUE', since: null, observed_at: null } as const
      // As of up to ten seconds ago.
      const conditions = [
        { ...known, setting_id: 1211, value: 13_790 },
        { ...known, setting_id: 1121, value: 230 },
      ]
      return call.startsWith('GET /api/alerts/conditions/1/') ? [200, { conditions }] : undefined
    })
    await screen.findByText('At risk · ≥ 3 h 48 min', {}, wait)
    const row = async (name: string) => within((await press(name)).closest('tr') ?? document.body)
    await (await row('Jail near')).findByText('≥ 3 h 48 min', {}, wait)
    await (await row('Three missed')).findByText('235+', {}, wait)
  })

  it('P934: beside its condition jail is possible any moment where it may take longer', async () => {
    const near = someSetting(1211, { name: 'Jail near', unit: 'SECONDS', threshold: 86_400 })
    const inARow = someSetting(1121, { name: 'Three missed', unit: 'BLOCKS', threshold: 3 })
    const missing = someValidator({
      ...{ id: 1, consecutive_missed: 235, consecutive_missed_exact: false },
      ...{ seconds_to_jail: 30, seconds_to_jail_at_most: 20_000 },
    })
    await openAlerts('/alerts?validator=1', (call) => {
      if (call === 'GET /api/alerts/settings/') return [200, { ...someAlertSettings, UPTIME: [near, inARow] }]
      if (call === 'GET /api/blockchains/list/1/') return [200, someList([missing])]
      const known = { state: 'TRUE', since: null, observed_at: null } as const
      // As of up to ten seconds ago.
      const conditions = [
        { ...known, setting_id: 1211, value: 13_790 },
        { ...known, setting_id: 1121, value: 230 },
      ]
      return call.startsWith('GET /api/alerts/conditions/1/') ? [200, { conditions }] : undefined
    })
    await screen.findByText('Jail possible now', {}, wait)
    const row = async (name: string) => within((await press(name)).closest('tr') ?? document.body)
    await (await row('Jail near')).findByText('possible any moment', {}, wait)
  })

  it('P805: what waits for its end while the validator signs is ending, not “True, 0”', async () => {
    const inARow = someSetting(1121, { name: 'Three missed', unit: 'BLOCKS', threshold: 3 })
    await openAlerts('/alerts?validator=1', (call) => {
      if (call === 'GET /api/alerts/settings/') return [200, { ...someAlertSettings, UPTIME: [inARow] }]
      if (call === 'GET /api/blockchains/list/1/')
        return [200, someList([someValidator({ id: 1, consecutive_missed: 0 })])]
      const waits = { setting_id: 1121, state: 'TRUE', since: null, value: 0, observed_at: null } as const
      return call.startsWith('GET /api/alerts/conditions/1/') ? [200, { conditions: [waits] }] : undefined
    })
    const row = within((await press('Three missed')).closest('tr') ?? document.body)
    await row.findByText('ending: it signs again', {}, wait)
  })

  it('P877, P906: says at saving what is true already, and so is not sent before it begins again', async () => {
    const page = await openAlerts('/alerts?validator=2', (call, body) => {
      if (call === 'GET /api/alerts/user-settings/1/') return [200, { entries: [] }]
      return call === manage && body ? [200, { entries: [] }] : undefined
    })
    await page.user.click(await box('E-mail: Three missed'))
    await page.user.click(await press('Save changes'))
    await screen.findByText(
      /^Saved\. Already true, so not sent until it starts again: Three missed\./,
      {},
      wait,
    )
    // P906: what is known of a validator is nothing where nothing is known of its network.
    screen.getByText(/Three missed\. No alerts are set for the network itself\.$/)
    await page.user.click(await press('Close'))
    expect(screen.queryByText(/^Saved\./)).toBeNull()
  })

  it('P877: says nothing of a channel more for what is told already', async () => {
    const page = await openAlerts('/alerts?validator=1')
    await page.user.click(await box('E-mail: Three missed'))
    await page.user.click(await press('Save changes'))
    await waitFor(() => expect(changesOf(page.asked)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull())
    expect(screen.queryByText(/^Saved\./)).toBeNull()
  })

  it('P877: says of several that what is true already is not sent, without names', async () => {
    const page = await openAlerts('/alerts?validator=2&validator=3')
    await page.user.click(await box('E-mail: Three missed'))
    await page.user.click(await press('Save changes'))
    await screen.findByText(/^Saved\. What is already true is not sent until it starts again\./, {}, wait)
  })

  it('P782: the head of a group counts alerts, as the list of targets does, and not boxes', async () => {
    const page = await openAlerts('/alerts?validator=1')
    await page.user.click(await box('E-mail: Three missed'))
    const group = within((await press('Uptime')).closest('tr') ?? document.body)
    group.getByText('1 on')
  })

  it('P784, P907: to leave the active set begins something: it stands beside entering it, in a row of its own', async () => {
    const entered = someSetting(4011, { name: 'Entered the active set', type: 'BONDED' })
    const left = someSetting(4012, { name: 'Left the active set', type: 'BONDED', trigger: 'TRUE_TO_FALSE' })
    const page = await openAlerts('/alerts?validator=1', (call) => {
      if (call === 'GET /api/alerts/settings/')
        return [200, { ...someAlertSettings, BONDED: [entered, left] }]
      const inSet = { setting_id: 4011, state: 'TRUE', since: null, value: null, observed_at: null }
      return call.startsWith('GET /api/alerts/conditions/1/') ? [200, { conditions: [inSet] }] : undefined
    })
    await page.user.click(await press('Active set'))
    const row = within((await press('Left the active set')).closest('tr') ?? document.body)
    // P907: an answer to “Now”.
    await row.findByText('No', {}, wait)
    const first = row.getAllByRole('checkbox')[0]
    expect(first?.getAttribute('aria-label')).toBe('SMS: Left the active set')
    await press('Entered the active set')
  })
})
