import type { Team, TeamRole } from '@roundsman/contract/accounts/teams'
import type { OnCall, OnCallBody, Shift } from '@roundsman/contract/alerts/on-call'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { someAlert } from '../data/testing/some-alert.ts'
import { openPage, problem, type Reply, robin } from './testing/open-page.tsx'

// It is noon on Saturday, November 21, in UTC, which is the user's zone.

const wait = { timeout: 10_000 }
const url = '/api/teams/3/on-call/'
const team = (role: TeamRole): Team => ({
  id: 3,
  name: 'Night watch',
  members: [
    { user_id: robin.id, name: 'Robin', email: robin.email, role },
    { user_id: 2, name: 'Ada', email: 'ada@example.org', role: 'OWNER' },
  ],
  invitations: [],
})
const nothing: OnCall = {
  time_zone: 'UTC',
  rotation: null,
  overrides: [],
  escalation: { from_severity: 'CRITICAL', steps: [], repeat: 0, ask_again_minutes: null },
}
const weekly: OnCall = {
  ...nothing,
  rotation: {
    members: [robin.id, 2],
    every: 'WEEK',
    hand_over: { day: 'MON', at: '09:00' },
    starts_on: '2026-11-16',
  },
}
const shift = (user_id: number, from: string, to: string, is_override = false): Shift => ({
  user_id,
  from: `2026-${from}:00.000Z`,
  to: `2026-${to}:00.000Z`,
  is_override,
})
const robins = [shift(robin.id, '11-16T09:00', '11-23T09:00'), shift(2, '11-23T09:00', '11-30T09:00')]

/** What the page asks for besides. */
const others = (call: string): Reply | undefined =>
  /\/(preferences|alerts|contacts|channels|teams)\//.test(call) ? undefined : [200, robin]

interface Served {
  role?: TeamRole
  plan?: OnCall
  shifts?: Shift[]
  /** Of a change; else it is as it was sent. */
  refused?: Reply
}

/** Opens the team in front of a server that keeps what is set. */
async function openTeam({ role = 'OWNER', plan = nothing, shifts = [], refused }: Served = {}) {
  let kept = plan
  const changes: OnCallBody[] = []
  const page = await openPage('/settings?tab=teams&team=3', (call, body) => {
    if (call === 'GET /api/teams/3/') return [200, team(role)]
    if (call === `GET ${url}`) return [200, kept, { etag: '"1"' }]
    if (call.startsWith(`GET ${url}shifts/`)) return [200, { shifts }]
    if (call === 'GET /api/teams/3/channels/') return [200, { channels: ['EMAIL', 'SMS'] }]
    if (call === `POST ${url}calendar/`) return [200, { url: 'https://n0.example/calendar?token=secret' }]
    if (call === `PUT ${url}`) {
      const change = body as OnCallBody
      changes.push(change)
      if (refused !== undefined) return refused
      kept = { ...change, overrides: change.overrides.map((one, at) => ({ ...one, id: one.id ?? at + 1 })) }
      return [200, kept, { etag: '"2"' }]
    }
    return others(call)
  })
  return { ...page, changes }
}

describe('on call', { timeout: 90_000 }, () => {
  it('P730 P731: says until when the user is on call, and shows four weeks and the shifts to come', async () => {
    await openTeam({ plan: weekly, shifts: robins })
    await screen.findByText('You’re on call until Mon, Nov 23, 09:00.', {}, wait)
    const calendar = within(screen.getByRole('table', { name: 'On call, four weeks' }))
    expect(calendar.getAllByRole('row')).toHaveLength(5)
    const days = calendar.getAllByRole('cell').map((cell) => cell.textContent)
    expect(days).toHaveLength(28)
    expect(days[0]).toContain('Robin')
    expect(days[7]).toContain('Robin, Ada')
    expect(days[27]).toContain('Nobody')
    const [today] = calendar.getAllByRole('cell', { current: 'date' })
    expect(today?.textContent).toContain('21')
    const listed = within(screen.getByRole('list', { name: 'Shifts' })).getAllByRole('listitem')
    expect(listed.map((one) => one.textContent)).toEqual([
      expect.stringMatching(/Robin.*Mon, Nov 16, 09:00 – Mon, Nov 23, 09:00$/),
      expect.stringMatching(/Ada.*Mon, Nov 23, 09:00 – Mon, Nov 30, 09:00$/),
    ])
  })

  it('P730: says what it means that nobody is, and of another until when', async () => {
    await openTeam({ role: 'MEMBER' })
    await screen.findByText(
      /^Nobody is on call now. A step for whoever is on call asks the whole team/,
      {},
      wait,
    )
    expect(screen.queryByRole('table')).toBeNull()
    for (const name of ['Set up rotation', 'Add override', 'Set up steps'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    screen.getByText('No steps: each alert is sent to the members once.')
  })

  it('P730: what cannot be read says so and is tried again', async () => {
    let isUp = false
    const page = await openPage('/settings?tab=teams&team=3', (call) => {
      if (call === 'GET /api/teams/3/') return [200, team('OWNER')]
      if (call === `GET ${url}`) return isUp ? [200, nothing] : [500, problem(500, 'internal_error')]
      return others(call)
    })
    const card = within(await screen.findByRole('region', { name: 'On call' }, wait))
    const again = await card.findByRole('button', { name: 'Try again' }, wait)
    isUp = true
    await page.user.click(again)
    await screen.findByText(/^Nobody is on call now/, {}, wait)
  })

  it('P732: a rotation begins with everybody, Mondays at nine, and is set in a dialog; a refusal is said there', async () => {
    const { user, changes } = await openTeam()
    await user.click(await screen.findByRole('button', { name: 'Set up rotation' }, wait))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rotation' }, wait))
    expect(dialog.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['Robin', 'Ada'])
    await user.click(dialog.getByRole('button', { name: 'Move Ada up' }))
    await user.selectOptions(dialog.getByLabelText('On'), 'Wednesday')
    await user.clear(dialog.getByLabelText('At'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    dialog.getByText('Required')
    await user.type(dialog.getByLabelText('At'), '08:30')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByRole('button', { name: 'Change rotation' }, wait)
    expect(changes).toEqual([
      {
        ...nothing,
        rotation: {
          members: [2, robin.id],
          every: 'WEEK',
          hand_over: { day: 'WED', at: '08:30' },
          starts_on: '2026-11-21',
        },
      },
    ])
  })

  it('P732: what others have changed meanwhile is said in the dialog', async () => {
    const changed = 'Somebody else changed it.'
    const refused: Reply = [412, { ...problem(412, 'changed_elsewhere'), title: changed, detail: changed }]
    const page = await openTeam({ plan: weekly, refused })
    await page.user.click(await screen.findByRole('button', { name: 'Change rotation' }, wait))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rotation' }, wait))
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText(changed, {}, wait)
  })

  it('P733: Ada takes a day, which is taken back again; an end before its start is not sent', async () => {
    const { user, changes } = await openTeam({ plan: weekly, shifts: robins })
    await user.click(await screen.findByRole('button', { name: 'Add override' }, wait))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add override' }, wait))
    await user.selectOptions(dialog.getByLabelText('Who takes over'), 'Ada')
    const set = async (label: string, value: string) => {
      await user.clear(dialog.getByLabelText(label))
      await user.type(dialog.getByLabelText(label), value)
    }
    await set('From', '2026-11-24T08:00')
    await set('Until', '2026-11-24T08:00')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    dialog.getByText('The end must be after the start')
    await set('Until', '2026-11-25T08:00')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    const override = { user_id: 2, from: '2026-11-24T08:00:00.000Z', to: '2026-11-25T08:00:00.000Z' }
    const list = within(await screen.findByRole('list', { name: 'Overrides' }, wait))
    expect(changes).toEqual([{ ...weekly, overrides: [override] }])
    await user.click(list.getByRole('button', { name: /^Remove the override of Ada/ }))
    await screen.findByRole('button', { name: 'Add override' }, wait)
    expect(changes[1]?.overrides).toEqual([])
  })

  it('P734: an address for the calendar is made by a press and shown with a button that copies it', async () => {
    const { user } = await openTeam({ role: 'MEMBER', plan: weekly, shifts: robins })
    await user.click(await screen.findByRole('button', { name: 'Create address' }, wait))
    await screen.findByText('https://n0.example/calendar?token=secret', {}, wait)
    screen.getByRole('button', { name: /Copy.*Calendar address/ })
    screen.getByText(/A new one replaces the one you have/)
  })

  it('P735: steps say whom they ask; the first may come at once; what is wrong is said at its step', async () => {
    const { user, changes } = await openTeam({ plan: weekly, shifts: robins })
    const begin = await screen.findByRole('button', { name: 'Set up steps' }, wait)
    // Which channels the team has is asked for first.
    await waitFor(() => expect(begin.hasAttribute('disabled')).toBe(false), wait)
    await user.click(begin)
    await user.click(screen.getByRole('button', { name: 'Add step' }))
    const [first, second] = screen.getAllByRole('listitem', { name: /^Reminder/ }).map((one) => within(one))
    if (!first || !second) throw new Error('no steps')
    const minutes = async (of: typeof first, value: string) => {
      await user.clear(of.getByRole('spinbutton'))
      await user.type(of.getByRole('spinbutton'), value)
    }
    await minutes(first, '0')
    await minutes(second, '0')
    await user.selectOptions(second.getByLabelText('Asks'), 'Ada')
    await user.type(screen.getByLabelText('Ask again after an acknowledgement, minutes'), '240')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    second.getByText('Enter 1 to 1,440 minutes')
    expect(changes).toEqual([])
    await minutes(second, '10')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved.', {}, wait)
    expect(changes[0]?.escalation).toEqual({
      from_severity: 'CRITICAL',
      steps: [
        { after_minutes: 0, who: 'ON_CALL', channels: ['SMS'] },
        { after_minutes: 10, who: { user_id: 2 }, channels: ['SMS'] },
      ],
      repeat: 0,
      ask_again_minutes: 240,
    })
  })

  it('P735: a member reads the steps in words', async () => {
    const steps: OnCall['escalation']['steps'] = [
      { after_minutes: 0, who: { user_id: 2 }, channels: ['SMS'] },
      { after_minutes: 5, who: 'ON_CALL', channels: ['SMS', 'VOICE'] },
    ]
    await openTeam({ role: 'MEMBER', plan: { ...weekly, escalation: { ...nothing.escalation, steps } } })
    await screen.findByText('At once: Ada, by SMS', {}, wait)
    screen.getByText('After 5 min: Whoever is on call, by SMS, Call')
    expect(screen.queryByRole('button', { name: 'Add step' })).toBeNull()
  })

  it('P736: the head of the history says until when the user is on call, and an alert what was done about that', async () => {
    const alert = someAlert({
      id: 1,
      escalation: {
        step: 2,
        next_at: '2026-11-21T16:00:00.000Z',
        ended_by: 'ACKNOWLEDGED',
        was_nobody_on_call: true,
      },
    })
    await openPage('/alerts-history?alert=1', (call) => {
      if (call === 'GET /api/teams/')
        return [200, { teams: [{ id: 3, name: 'Night watch', role: 'MEMBER' }] }]
      if (call.startsWith(`GET ${url}shifts/`)) return [200, { shifts: robins }]
      if (call.startsWith('GET /api/alerts/history/1/')) return [200, [alert]]
      return others(call)
    })
    const link = await screen.findByRole(
      'link',
      { name: /^On call for .*Night watch.* until Mon, Nov 23, 09:00$/ },
      wait,
    )
    expect(link.getAttribute('href')).toBe('/settings?tab=teams&team=3')
    const reminders = await screen.findByText(
      /Stopped: acknowledged\. Asked again after the acknowledgement/,
      {},
      wait,
    )
    expect(reminders.textContent).toContain('Nobody was on call, so the whole team was asked.')
  })
})
