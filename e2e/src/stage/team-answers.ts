import type { OwnTeam, SentInvitation, Team } from '@roundsman/contract/accounts/teams'
import { profileOf, stageTime } from './answers.ts'

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
