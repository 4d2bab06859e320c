import type { Page } from '@playwright/test'
import type { Scene } from './scene.ts'
import { press, see } from './scene-steps.ts'

/** Planned work, begun as one's own and given to a team. */
async function silenceForTeam(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Planned work' }).click()
  await page.getByRole('dialog').getByLabel('For').selectOption('Night watch')
}
async function connectForTeam(page: Page): Promise<void> {
  await press('Connect a bridge')(page)
  await page.getByRole('dialog').getByLabel('Belongs to').selectOption('Night watch')
}

/** What several people share: teams, their alerts, contacts, bridges and planned work. */
export const teamViews: readonly Omit<Scene, 'guest' | 'shell'>[] = [
  { name: 'team-join', path: '/teams/join?token=t', as: 'invited', shows: see('Join team') },
  { name: 'team-join-other', path: '/teams/join?token=other', as: 'invited', shows: see('Sign out') },
  { name: 'team-join-guest', path: '/teams/join?token=t', shows: see(/^To join, sign in/) },
  { name: 'team-join-used', path: '/teams/join?token=used', shows: see(/no longer works$/) },
  { name: 'settings-teams', path: '/settings?tab=teams', shows: see('Night watch') },
  {
    name: 'settings-no-teams',
    path: '/settings?tab=teams',
    as: 'newcomer',
    shows: see(/^You’re not in a team/),
  },
  {
    name: 'teams-create',
    path: '/settings?tab=teams',
    act: async (page) => {
      await press('Create team')(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Create team' }).click()
    },
    shows: see('Enter up to 60 characters'),
  },
  { name: 'team', path: '/settings?tab=teams&team=3', shows: see('sasha@harbour-validators.example.org') },
  { name: 'team-member', path: '/settings?tab=teams&team=4', shows: see('Leave team') },
  { name: 'team-missing', path: '/settings?tab=teams&team=9', shows: see('Team not found') },
  {
    name: 'team-remove',
    path: '/settings?tab=teams&team=3',
    act: press('Remove Ada'),
    shows: see('Remove Ada from this team?'),
  },
  {
    name: 'team-invite',
    path: '/settings?tab=teams&team=3',
    act: async (page) => {
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await press('Send invitation')(page)
    },
    shows: see('Enter an e-mail address'),
  },
  {
    name: 'team-on-call',
    path: '/settings?tab=teams&team=3',
    as: 'on-call',
    act: press('Create address'),
    shows: see('Calendar address, shown once'),
  },
  {
    name: 'history-on-call',
    path: '/alerts-history',
    as: 'on-call',
    shows: see(/^On call for/),
  },
  {
    name: 'team-rotation',
    path: '/settings?tab=teams&team=3',
    act: press('Change rotation'),
    shows: see('Takes turns'),
  },
  {
    name: 'team-override',
    path: '/settings?tab=teams&team=3',
    act: press('Add override'),
    shows: see('Who takes over'),
  },
  {
    name: 'team-on-call-error',
    path: '/settings?tab=teams&team=3',
    as: 'error',
    shows: see('Try again'),
  },
  { name: 'team-contacts', path: '/settings?tab=teams&team=3', shows: see('#validators') },
  {
    name: 'team-contacts-remove',
    path: '/settings?tab=teams&team=3',
    act: press('Remove #validators'),
    shows: see(/No alert on Celestia Mainnet uses Slack/),
  },
  {
    name: 'alerts-team',
    path: '/alerts?validator=5&team=3',
    as: 'alerts',
    shows: see(/^The team’s alerts go/),
  },
  {
    name: 'alerts-team-member',
    path: '/alerts?validator=5&team=4',
    as: 'alerts',
    shows: see(/^You can see this/),
  },
  { name: 'alerts-team-missing', path: '/alerts?team=9', as: 'alerts', shows: see(/^This team is gone/) },
  {
    name: 'silence-team',
    path: '/alerts?validator=5',
    as: 'alerts',
    act: silenceForTeam,
    shows: see(/^For everyone in the team/),
  },
  {
    name: 'bridges-connect-team',
    path: '/bridges',
    act: connectForTeam,
    shows: see(/^Members of a team see/),
  },
]
