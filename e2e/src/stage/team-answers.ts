import type { Contact } from '@roundsman/contract/accounts/contacts'
import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import type { AlertEntries } from '@roundsman/contract/alerts/alerts'
import type { OwnTeam, SentInvitation, Team } from '@roundsman/contract/accounts/teams'
import type { OnCall, Shift } from '@roundsman/contract/alerts/on-call'
import { profileOf, type Situation, stageTime } from './answers.ts'

const inDays = (days: number) => new Date(stageTime.getTime() + days * 86_400_000).toISOString()
const { id: user_id, email } = profileOf('live')

export const teams: OwnTeam[] = [
  { id: 4, name: 'Harbour validators', role: 'MEMBER' },
  { id: 3, name: 'Night watch', role: 'OWNER' },
]

/** With everything that can be in one; the other is as a MEMBER sees it. */
export function teamOf(teamId: number): Team | null {
  const own = teams.find(({ id }) => id === teamId)
  if (!own) return null
  return {
    id: own.id,
    name: own.name,
    members: [
      { user_id, name: 'Robin Ward', email, role: own.role },
      { user_id: 2, name: 'Ada', email: 'ada@harbour-validators.example.org', role: 'OWNER' },
      {
        user_id: 3,
        name: 'Wolfeschlegelsteinhausenbergerdorff',
        email: 'wolfeschlegelsteinhausenbergerdorff@operations.harbour-validators.example.org',
        role: 'MEMBER',
      },
    ],
    invitations: [
      { id: 7, email: 'kim@example.org', role: 'EDITOR', expires_at: inDays(5.5) },
      { id: 8, email: 'sasha@harbour-validators.example.org', role: 'MEMBER', expires_at: inDays(-2) },
    ],
  }
}

/** What the link with this token is about; null: it no longer works. */
export function invitationOf(token: string | null): SentInvitation | null {
  if (token === 'used') return null
  return {
    ...{ team_name: 'Night watch', role: 'EDITOR', invited_by: 'ada@harbour-validators.example.org' },
    email: token === 'other' ? 'robin.ward@harbour-validators.example.org' : email,
    expires_at: inDays(6.2),
  }
}

/** With everything that can be in one; the team of which the user is a MEMBER has set nothing. */
export function onCallOf(teamId: number): OnCall {
  if (teamId !== 3)
    return {
      time_zone: 'UTC',
      rotation: null,
      overrides: [],
      escalation: { from_severity: 'CRITICAL', steps: [], repeat: 0, ask_again_minutes: null },
    }
  return {
    time_zone: 'Europe/Berlin',
    rotation: {
      members: [user_id, 2, 3],
      every: 'WEEK',
      hand_over: { day: 'MON', at: '09:00' },
      starts_on: '2026-11-16',
    },
    overrides: [{ id: 1, user_id: 2, from: inDays(3), to: inDays(4) }],
    escalation: {
      from_severity: 'WARNING',
      steps: [
        { after_minutes: 5, who: 'ON_CALL', channels: ['SMS', 'VOICE'] },
        { after_minutes: 10, who: 'EVERYONE', channels: ['EMAIL', 'TELEGRAM'] },
      ],
      repeat: 2,
      ask_again_minutes: 240,
    },
  }
}

/** As that rotation has them, from a Monday on; the user has the first turn in one situation alone, since pages say so. */
export function shiftsOf(teamId: number, as: Situation): Shift[] {
  if (teamId !== 3) return []
  const monday = (week: number) => new Date(Date.UTC(2026, 10, 16 + 7 * week, 8)).toISOString()
  const turns = [as === 'on-call' ? user_id : 2, 3, 2, user_id, 3].map((one, week) => ({
    user_id: one,
    from: monday(week),
    to: monday(week + 1),
    is_override: false,
  }))
  const [first, second, ...others] = turns
  const [override] = onCallOf(teamId).overrides
  if (!first || !second || !override) return turns
  return [
    first,
    { ...second, to: override.from },
    { user_id: override.user_id, from: override.from, to: override.to, is_override: true },
    { ...second, from: override.to },
    ...others,
  ]
}

/** The team that the user owns has contacts: one that works and one that is refused. The other has none. */
export function teamContactsOf(teamId: number): Contact[] {
  const contact = (id: number, change: Pick<Contact, 'channel' | 'name' | 'to'>): Contact => ({
    ...{ id, state: 'CONFIRMED', problem: null, last_delivered_at: inDays(-0.01), created_at: inDays(-30) },
    ...{ ...change, team_id: teamId },
  })
  if (teamId !== 3) return []
  return [
    contact(21, { channel: 'SLACK', name: '#validators', to: 'hooks.slack.com/…' }),
    {
      ...contact(22, { channel: 'PAGERDUTY', name: 'Validators service', to: '…7c1e' }),
      state: 'BROKEN',
      problem: { code: 'refused', detail: 'Invalid routing key', since: inDays(-0.2) },
    },
  ]
}

/** By which either team can be told. */
export const teamChannels: NotificationChannel[] = ['SMS', 'VOICE', 'EMAIL', 'TELEGRAM']

const onFive = { blockchain_validator_id: 5, bridge_id: null, muted_until: null }

/** What either team wants to be notified of. */
export const teamSettings: AlertEntries = {
  entries: [
    { ...onFive, id: 501, setting_id: 1121, channels: ['EMAIL', 'TELEGRAM'] },
    { ...onFive, id: 502, setting_id: 2011, channels: ['SMS', 'EMAIL', 'TELEGRAM'] },
  ],
}
