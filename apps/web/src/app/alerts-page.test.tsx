import type { AlertReplay } from '@roundsman/contract/alerts/alert-actions'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { someAlertSettings, someSetting } from '../data/testing/some-alert-settings.ts'
import {
  type Answer,
  box,
  changesOf,
  channels,
  entry,
  manage,
  openAlerts,
  press,
  wait,
} from './testing/open-alerts.tsx'
import { openPage, problem, type Reply, robin } from './testing/open-page.tsx'

describe('Manage Alerts', { timeout: 90_000 }, () => {
  it('P134: shows a change at once, sends all of it, and has it saved', async () => {
    let answer: (said: Reply) => void = () => undefined
    const page = await openAlerts('/alerts?validator=1', (call) =>
      call === manage ? new Promise<Reply>((resolve) => (answer = resolve)) : undefined,
    )
    expect((await box('SMS: Three missed')).checked).toBe(true)
    await page.user.click(await box('E-mail: Jailed'))
    await screen.findByText('1 change not saved')
    await page.user.click(await press('Save changes'))
    await waitFor(() => expect(changesOf(page.asked)).toHaveLength(1))
    expect((await box('E-mail: Jailed')).checked).toBe(true)
    expect(changesOf(page.asked)).toEqual([
      {
        blockchain_id: 1,
        targets: [{ blockchain_validator_id: 1 }],
        entries: [
          { setting_id: 1121, channels: ['SMS'] },
          { setting_id: 2011, channels: ['EMAIL'] },
        ],
      },
    ])
    page.kept.entries = [entry, { ...entry, id: 12, setting_id: 2011, channels: ['EMAIL'] }]
    await act(async () => answer([200, { entries: page.kept.entries }]))
    await waitFor(() => expect(screen.queryByText('Saving')).toBeNull())
    expect((await box('E-mail: Jailed')).checked).toBe(true)
    expect(screen.queryByText(/not saved/)).toBeNull()
  })

  it('P896, P1017: says of SMS and calls when few or none are left today, in place of that they work', async () => {
    const left = [
      { channel: 'SMS', is_available: true, left_today: 3 },
      { channel: 'VOICE', is_available: true, left_today: 0, none_until: '2026-11-22T12:22:00.000Z' },
      { channel: 'EMAIL', is_available: true },
    ]
    await openAlerts('/alerts?validator=1', (call) =>
      call === 'GET /api/users/channels/' ? [200, { channels: left }] : undefined,
    )
    const card = (name: string) => screen.findByRole('region', { name }, wait)
    const marked = async (name: string) => (await card(name)).querySelector('[data-mark]')
    await within(await card('SMS')).findByText('3 left today', {}, wait)
    expect((await marked('SMS'))?.getAttribute('data-mark')).toBe('warning')
    await within(await card('Call')).findByText(/^None left until .+/)
    expect((await marked('Call'))?.getAttribute('data-mark')).toBe('error')
    // In a second line where there is no room.
    expect((await marked('Call'))?.hasAttribute('data-wraps')).toBe(true)
    await within(await card('E-mail')).findByText('Working')
    // They can still be chosen: tomorrow there are some again.
    expect((await box('Call: Three missed')).disabled).toBe(false)
  })

  it('P1026: says how many are kept for the gravest where none are left for other alerts', async () => {
    const none = { is_available: true, left_today: 0, none_until: '2026-11-22T12:22:00.000Z' }
    const left = [{ ...none, channel: 'SMS', kept_today: 3 }]
    await openAlerts('/alerts?validator=1', (call) =>
      call === 'GET /api/users/channels/' ? [200, { channels: left }] : undefined,
    )
    await screen.findByText(/^3 left until .+, for the gravest$/, {}, wait)
  })

  it('P938: asks again how many are left while it shows that, and no other page does', async () => {
    const site = { channels: [{ channel: 'SMS', is_available: true, left_today: 3 }] }
    const asked = ({ queries }: Pick<Awaited<ReturnType<typeof openPage>>, 'queries'>) =>
      queries
        .getQueryCache()
        .find({ queryKey: ['channels'] })
        ?.observers.map(({ options }) => options.refetchInterval ?? false)
    const page = await openAlerts('/alerts?validator=1', (call) =>
      call === 'GET /api/users/channels/' ? [200, site] : undefined,
    )
    await screen.findByText('3 left today', {}, wait)
    expect(asked(page)).toContain(60_000)
    cleanup()
    const phones = await openPage('/settings?tab=phones', (call) =>
      call === 'GET /api/users/channels/' ? [200, site] : [200, robin],
    )
    await screen.findByRole('button', { name: 'Add phone' }, wait)
    expect(asked(phones)).toEqual([false])
  })

  it('P625 P626: shows a channel whose contact is broken, and saves its boxes with whatever else is changed', async () => {
    const broken = {
      ...{ id: 5, channel: 'DISCORD', name: 'ops', to: 'discord.com/…', state: 'BROKEN', problem: null },
      ...{ last_delivered_at: null, created_at: null, team_id: null },
    }
    const page = await openAlerts('/alerts?validator=1', (call) =>
      call === 'GET /api/users/contacts/'
        ? [200, { contacts: [broken] }]
        : call === 'GET /api/alerts/user-settings/1/'
          ? [200, { entries: [{ ...entry, channels: ['SMS', 'DISCORD', 'NTFY'] }] }]
          : undefined,
    )
    // Its owner may clear it, and sets nothing new by it; of ntfy there is no contact left at all.
    expect((await box('Discord: Three missed')).checked).toBe(true)
    expect((await box('ntfy: Three missed')).checked).toBe(true)
    expect((await box('Discord: Jailed')).disabled).toBe(true)
    expect(screen.queryByRole('checkbox', { name: /^Slack/ })).toBeNull()
    const check = await screen.findAllByRole('link', { name: 'Check' }, wait)
    expect(check[0]?.getAttribute('href')).toBe('/settings?tab=contacts')
    await page.user.click(await press('Recommended for an operator'))
    expect((await box('Discord: Three missed')).checked).toBe(true)
    await page.user.click(await press('Discard'))
    await page.user.click(await box('E-mail: Jailed'))
    await page.user.click(await press('Save changes'))
    await waitFor(() => expect(changesOf(page.asked)).toHaveLength(1))
    expect(changesOf(page.asked)).toMatchObject([
      {
        entries: [
          { setting_id: 1121, channels: ['SMS', 'DISCORD', 'NTFY'] },
          { setting_id: 2011, channels: ['EMAIL'] },
        ],
      },
    ])
  })

  it('P627: shows one trigger at a time where there are more channels than a table holds', async () => {
    const own = ['TELEGRAM', 'DISCORD', 'SLACK'].map((channel) => ({
      ...{ channel, is_available: true, has_contact: true },
    }))
    await openAlerts('/alerts?validator=1', (call) =>
      call === 'GET /api/users/channels/' ? [200, { channels: [...channels, ...own] }] : undefined,
    )
    await box('Slack: Three missed')
    expect(screen.getAllByRole('checkbox', { name: /: Three missed$/ })).toHaveLength(6)
    expect(screen.queryByRole('table')).toBeNull()
    screen.getByRole('radiogroup', { name: 'When to send' })
  })

  it('P134: keeps what was changed where it could not be saved, and says why', async () => {
    const page = await openAlerts('/alerts?validator=1', (call) =>
      call === manage ? [500, problem(500, 'internal_error')] : undefined,
    )
    await page.user.click(await box('E-mail: Jailed'))
    await page.user.click(await press('Save changes'))
    await screen.findByText(/^Not saved\. /)
    await screen.findByText('1 change not saved')
    await page.user.click(await press('Discard'))
    expect((await box('E-mail: Jailed')).checked).toBe(false)
    expect(screen.queryByText(/^Not saved\. /)).toBeNull()
  })

  it('P134: overwrites nothing that another tab changed: shows it, with the own changes over it', async () => {
    const changed = { elsewhere: false }
    const page = await openAlerts('/alerts?validator=1', (call) =>
      call === manage && changed.elsewhere ? [412, problem(412, 'changed_elsewhere')] : undefined,
    )
    await page.user.click(await box('E-mail: Jailed'))
    changed.elsewhere = true
    page.kept.entries = [{ ...entry, channels: ['SMS', 'EMAIL'] }]
    page.kept.version = 2
    await page.user.click(await press('Save changes'))
    await screen.findByText(/changed in another tab/)
    await waitFor(async () => expect((await box('E-mail: Three missed')).checked).toBe(true))
    expect((await box('E-mail: Jailed')).checked).toBe(true)
    changed.elsewhere = false
    await page.user.click(await press('Save changes'))
    await waitFor(() => expect(changesOf(page.asked)).toHaveLength(2))
    expect(changesOf(page.asked)[1]).toMatchObject({
      entries: [
        { setting_id: 1121, channels: ['SMS', 'EMAIL'] },
        { setting_id: 2011, channels: ['EMAIL'] },
      ],
    })
  })

  it('P360: a box that is changed while a save is under way stays as it was changed, and is saved by the next', async () => {
    let answer: (said: Reply) => void = () => undefined
    const page = await openAlerts('/alerts?validator=1', (call) =>
      call === manage ? new Promise<Reply>((resolve) => (answer = resolve)) : undefined,
    )
    await page.user.click(await box('E-mail: Jailed'))
    await page.user.click(await press('Save changes'))
    await waitFor(() => expect(changesOf(page.asked)).toHaveLength(1))
    await page.user.click(await box('SMS: Jailed'))
    page.kept.entries = [entry, { ...entry, id: 12, setting_id: 2011, channels: ['EMAIL'] }]
    await act(async () => answer([200, { entries: page.kept.entries }]))
    await screen.findByText('1 change not saved', {}, wait)
    expect((await box('SMS: Jailed')).checked).toBe(true)
    expect((await box('E-mail: Jailed')).checked).toBe(true)
    await page.user.click(await press('Save changes'))
    await waitFor(() => expect(changesOf(page.asked)).toHaveLength(2))
    expect(changesOf(page.asked)[1]).toMatchObject({
      entries: [
        { setting_id: 1121, channels: ['SMS'] },
        { setting_id: 2011, channels: ['SMS', 'EMAIL'] },
      ],
    })
  })

  it('P360: a save that fails loses neither what it was to save nor what was changed meanwhile', async () => {
    let answer: (said: Reply) => void = () => undefined
    const page = await openAlerts('/alerts?validator=1', (call) =>
      call === manage ? new Promise<Reply>((resolve) => (answer = resolve)) : undefined,
    )
    await page.user.click(await box('E-mail: Jailed'))
    await page.user.click(await box('E-mail: Three missed'))
    await page.user.click(await press('Save changes'))
    await waitFor(() => expect(changesOf(page.asked)).toHaveLength(1))
    await page.user.click(await box('SMS: Jailed'))
    // Changed back while it is being saved.
    await page.user.click(await box('E-mail: Three missed'))
    await act(async () => answer([500, problem(500, 'internal_error')]))
    await screen.findByText(/^Not saved\. /)
    await screen.findByText('2 changes not saved')
    expect((await box('SMS: Jailed')).checked).toBe(true)
    expect((await box('E-mail: Jailed')).checked).toBe(true)
    expect((await box('E-mail: Three missed')).checked).toBe(false)
  })

  it('P130: gives several validators the same settings as one change', async () => {
    const page = await openAlerts('/alerts?validator=1&validator=3')
    await screen.findByText('These settings will also apply to 1 more validator.', {}, wait)
    await page.user.click(await press('Save changes'))
    await waitFor(() => expect(changesOf(page.asked)).toHaveLength(1))
    expect(changesOf(page.asked)[0]).toMatchObject({
      targets: [{ blockchain_validator_id: 1 }, { blockchain_validator_id: 3 }],
      entries: [{ setting_id: 1121, channels: ['SMS'] }],
    })
  })

  it('P905: of those that may get the same, the user’s own stand first', async () => {
    const favourites = [{ blockchain_id: 1, validator_id: 3 }]
    const page = await openAlerts('/alerts?validator=1', (call) =>
      call === 'GET /api/users/preferences/'
        ? [200, { favourite_validators: favourites, tables: {} }]
        : undefined,
    )
    await page.user.click(await press('Apply to several'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Apply to several' }, wait))
    const names = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(names.length).toBeGreaterThan(1)
    expect(names[0]).toContain('Validator 3')
  })

  it('P131: starts from a recommended set, with the channels that can be used', async () => {
    const page = await openAlerts('/alerts?validator=2')
    await box('SMS: Jailed')
    await page.user.click(await press('Recommended for an operator'))
    expect((await box('SMS: Jailed')).checked).toBe(true)
    expect((await box('Call: Jailed')).disabled).toBe(true)
    expect((await box('SMS: Signing again')).checked).toBe(true)
    await page.user.click(await press('None'))
    expect(screen.queryByText(/not saved/)).toBeNull()
  })

  it('P133: says of what is already true that it is reported the next time', async () => {
    const page = await openAlerts('/alerts?validator=2')
    await page.user.click(await box('E-mail: Three missed'))
    await screen.findByText(/^Already the case\. /)
  })

  it('P135: mutes for an hour, shows until when, and takes it back', async () => {
    const bodies: unknown[] = []
    const page = await openAlerts('/alerts?validator=1', (call, body) => {
      if (call !== 'POST /api/alerts/mute/') return undefined
      bodies.push(body)
      page.kept.entries = [{ ...entry, muted_until: (body as { until: string | null }).until }]
      return [200, { entries: page.kept.entries }]
    })
    await page.user.click(await press('Mute'))
    await page.user.click(await screen.findByRole('menuitem', { name: 'For an hour' }, wait))
    const chip = await screen.findByText(/^Muted until [^.]*$/)
    expect(chip).toBeTruthy()
    await page.user.click(await press('Undo'))
    await waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies[1]).toEqual({ entry_ids: [11], until: null })
    await waitFor(() => expect(screen.queryByText(/^Muted until [^.]*$/)).toBeNull())
  })

  it('P362: reads the time until which to mute in the zone in which the page says it', async () => {
    const bodies: unknown[] = []
    const page = await openAlerts(
      '/alerts?validator=1',
      (call, body) => {
        if (call !== 'POST /api/alerts/mute/') return undefined
        bodies.push(body)
        page.kept.entries = [{ ...entry, muted_until: (body as { until: string | null }).until }]
        return [200, { entries: page.kept.entries }]
      },
      { timezone: 'Asia/Tokyo' },
    )
    await page.user.click(await press('Mute'))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Until…' }, wait))
    const dialog = within(await screen.findByRole('dialog', { name: 'Mute until' }, wait))
    dialog.getByText('In your time zone, Asia/Tokyo.')
    fireEvent.change(dialog.getByLabelText('Date and time'), { target: { value: '2026-11-22T09:30' } })
    await page.user.click(dialog.getByRole('button', { name: 'Mute' }))
    await waitFor(() => expect(bodies).toEqual([{ entry_ids: [11], until: '2026-11-22T00:30:00.000Z' }]))
    await screen.findByText(/^Muted until Nov 22(?:, 2026)?, 0?9:30[^.]*$/)
  })

  it('P136: sends a test through a channel and follows where it stands', async () => {
    const delivery = {
      id: 5,
      channel: 'EMAIL',
      to: 'r…@example.org',
      attempts: 0,
      at: '2026-11-21T12:00:00Z',
      detail: null,
    }
    let state = 'QUEUED'
    const page = await openAlerts('/alerts', (call) =>
      call === 'POST /api/alerts/test/'
        ? [202, { ...delivery, state }]
        : call === 'GET /api/alerts/test/5/'
          ? [200, { ...delivery, state }]
          : undefined,
    )
    const card = within(await screen.findByRole('region', { name: 'E-mail' }, wait))
    await page.user.click(card.getByRole('button', { name: 'Test: E-mail' }))
    await card.findByText('Queued')
    state = 'DELIVERED'
    await act(() => page.queries.refetchQueries({ queryKey: ['alert-test'] }))
    await card.findByText('Delivered')
  })

  it('P136: says plainly that there were too many tests', async () => {
    const page = await openAlerts('/alerts', (call) =>
      call === 'POST /api/alerts/test/'
        ? [429, problem(429, 'too_many_requests'), { 'Retry-After': '120' }]
        : undefined,
    )
    const card = within(await screen.findByRole('region', { name: 'SMS' }, wait))
    await page.user.click(card.getByRole('button', { name: 'Test: SMS' }))
    await card.findByText(/2 min/)
  })

  const replayed = (settings: AlertReplay['settings']): Answer => {
    const time = { from: '2026-11-14T12:00:00Z', to: '2026-11-21T12:00:00Z', covered: null }
    return (call) => (call === 'POST /api/alerts/replay/' ? [200, { ...time, settings }] : undefined)
  }
  const since = '2026-11-20T12:00:00Z'
  it('P137, P405: says how often a setting would have fired, and since when that is known of each type', async () => {
    const times = ['2026-11-20T13:00:00Z', '2026-11-20T14:00:00Z']
    const page = await openAlerts(
      '/alerts?validator=1',
      replayed([
        { setting_id: 1121, times, since, held: false },
        { setting_id: 2011, times: [], since: '2026-11-14T12:00:00Z', held: false },
      ]),
    )
    await page.user.click(await press('How often would this have fired?'))
    await screen.findByText(/^Counted over the last 7 days\. Uptime: only since Nov 20, /)
    await page.user.click(await press(/^Would have fired: 2 times\. Unknown before Nov\s20, /))
    const list = within(await screen.findByRole('dialog', { name: 'Three missed' }, wait))
    expect(list.getAllByRole('listitem')).toHaveLength(2)
    await screen.findByText('Would not have fired')
  })

  it('P405: says what had begun before, and what nothing is recorded of', async () => {
    const page = await openAlerts(
      '/alerts?validator=1',
      replayed([
        { setting_id: 1121, times: [], since, held: true },
        { setting_id: 1122, times: ['2026-11-20T13:00:00Z'], since, held: false },
        { setting_id: 2011, times: [], since: null, held: false },
      ]),
    )
    await page.user.click(await press('How often would this have fired?'))
    // P783: of the days before nobody knows.
    await press(/^Began earlier, ended 1 time\. Unknown before Nov\s20, .*\.$/)
    await screen.findByText('No recorded history')
  })

  it('P405: says that there is no history where nothing is recorded of any', async () => {
    const page = await openAlerts(
      '/alerts?validator=1',
      replayed([{ setting_id: 1121, times: [], since: null, held: false }]),
    )
    await page.user.click(await press('How often would this have fired?'))
    await screen.findByText('There isn’t enough recorded history to tell yet.')
  })

  it('P400: shows of the window what is missed, as its condition says', async () => {
    const share = someSetting(1061, {
      name: 'Half missed',
      unit: 'FRACTION',
      comparison: 'BELOW',
      threshold: 0.5,
    })
    await openAlerts('/alerts?validator=1', (call) => {
      if (call === 'GET /api/alerts/settings/') return [200, { ...someAlertSettings, UPTIME: [share] }]
      const known = { setting_id: 1061, state: 'TRUE', since: null, value: 0.2769, observed_at: null }
      return call.startsWith('GET /api/alerts/conditions/1/') ? [200, { conditions: [known] }] : undefined
    })
    const row = within((await press('Half missed')).closest('tr') ?? document.body)
    await row.findByText('72.31%', {}, wait)
  })

  it('P402: a name says what its condition means when it is pressed, of both triggers', async () => {
    const began = someSetting(1121, { name: 'Three missed', description: 'At three in a row.' })
    const ended = someSetting(1122, { name: 'Signing again', description: 'After ten signed.' })
    const page = await openAlerts('/alerts?validator=1', (call) =>
      call === 'GET /api/alerts/settings/'
        ? [200, { ...someAlertSettings, UPTIME: [began, ended] }]
        : undefined,
    )
    const name = await press('Three missed')
    expect(name.getAttribute('aria-expanded')).toBe('false')
    name.focus()
    await page.user.keyboard('{Enter}')
    await screen.findByText('When it begins: At three in a row.')
    await screen.findByText('When it ends: After ten signed.')
    expect(name.getAttribute('aria-expanded')).toBe('true')
  })

  it('P401: the settings, and the list of targets, are one stop of Tab each, in which arrows lead', async () => {
    const page = await openAlerts('/alerts?validator=2')
    const first = await press('Uptime')
    const grid = await screen.findByRole('grid', { name: 'Alert settings' }, wait)
    const stops = (within: HTMLElement) =>
      [...within.querySelectorAll<HTMLElement>('[data-row]')].filter(({ tabIndex }) => tabIndex === 0)
    expect(stops(grid)).toEqual([first])
    act(() => first.focus())
    await page.user.keyboard('{ArrowDown}{ArrowRight}')
    expect(document.activeElement).toBe(await box('SMS: Three missed'))
    await page.user.keyboard(' {ArrowDown}{ArrowDown}')
    expect((await box('SMS: Three missed')).checked).toBe(true)
    expect(document.activeElement).toBe(await box('SMS: Jailed'))
    expect(stops(grid)).toEqual([document.activeElement])
    await page.user.keyboard('{End}')
    expect(document.activeElement).toBe(await box('E-mail: Jailed'))
    const chosen = await screen.findByRole('link', { name: /Validator 2/ }, wait)
    const list = await screen.findByRole('navigation', { name: 'Targets' }, wait)
    expect(stops(list)).toEqual([chosen])
    act(() => chosen.focus())
    await page.user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(await screen.findByRole('link', { name: /Validator 3/ }, wait))
    await page.user.keyboard('{Home}')
    expect(document.activeElement).toBe(await screen.findByRole('link', { name: 'Every validator' }, wait))
    await page.user.click(await press('Skip to the alert settings'))
    expect(document.activeElement).toBe(await box('E-mail: Jailed'))
  })

  it('P403: nothing but the network stands in the list where the network is chosen', async () => {
    const page = await openAlerts('/alerts?target=every')
    await screen.findByRole('link', { name: 'Every validator' }, wait)
    await page.user.click(await screen.findByRole('radio', { name: 'Network' }, wait))
    const list = within(await screen.findByRole('navigation', { name: 'Targets' }, wait))
    await list.findByRole('link', { name: 'Celestia Mainnet' }, wait)
    expect(list.getAllByRole('link')).toHaveLength(1)
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('P130: has what is chosen in the address', async () => {
    const page = await openAlerts('/alerts')
    await page.user.click(await screen.findByRole('link', { name: /Validator 2/ }, wait))
    await screen.findByRole('heading', { name: 'Validator 2' }, wait)
    expect(window.location.search).toBe('?validator=2')
  })

  it('P134: asks before changes are left behind', async () => {
    const page = await openAlerts('/alerts?validator=1')
    await page.user.click(await box('E-mail: Jailed'))
    const other = await screen.findByRole('link', { name: /Validator 2/ }, wait)
    await page.user.click(other)
    await page.user.click(await press('Keep editing'))
    expect(window.location.search).toBe('?validator=1')
    await page.user.click(other)
    await page.user.click(await press('Discard changes'))
    await screen.findByRole('heading', { name: 'Validator 2' }, wait)
    expect(screen.queryByText(/not saved/)).toBeNull()
  })

  it('P139: are led to by the menu of a validator’s row', async () => {
    const page = await openAlerts('/')
    await page.user.click(await press('More about Validator 2'))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Alerts' }, wait))
    await screen.findByRole('heading', { name: 'Validator 2' }, wait)
    expect(window.location.search).toBe('?validator=2')
  })

  it('P140: says what failed and tries again', async () => {
    const broken = { now: true }
    const page = await openAlerts('/alerts?validator=1', (call) =>
      call === 'GET /api/alerts/settings/' && broken.now ? [500, problem(500, 'internal_error')] : undefined,
    )
    await screen.findByText('Couldn’t load your alert settings', {}, wait)
    broken.now = false
    await page.user.click(await press('Try again'))
    await box('SMS: Three missed')
  })
})
