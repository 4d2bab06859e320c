import type { Team, TeamInvitation, TeamMember, TeamRole } from '@roundsman/contract/accounts/teams'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Contact } from '@roundsman/contract/accounts/contacts'
import { openPage, problem, type Reply, robin } from './testing/open-page.tsx'

const wait = { timeout: 10_000 }
const path = '/settings?tab=teams'

const own = (role: TeamRole): TeamMember => ({
  ...{ user_id: robin.id, name: 'Robin', email: robin.email, role },
})
const ada: TeamMember = { user_id: 2, name: 'Ada', email: 'ada@example.org', role: 'MEMBER' }
const invitation = (change: Partial<TeamInvitation> = {}): TeamInvitation => ({
  ...{ id: 7, email: 'new@example.org', role: 'EDITOR', expires_at: '2026-11-24T12:00:00Z' },
  ...change,
})
const team = (role: TeamRole, change: Partial<Team> = {}): Team => ({
  ...{ id: 3, name: 'Night watch', members: [own(role), ada], invitations: [] },
  ...change,
})

/** Opens the settings in front of a server that has a team; what it is asked for besides is the test's. */
async function openTeam(
  now: () => Team | Reply,
  more: (call: string, body: unknown) => Reply | undefined = () => undefined,
  at = `${path}&team=3`,
) {
  return openPage(at, (call, body) => {
    const said = more(call, body)
    if (said !== undefined) return said
    if (call === 'GET /api/teams/3/') {
      const found = now()
      return typeof found === 'object' && 'members' in found ? [200, found] : found
    }
    return /\/api\/(alerts|teams)\/|\/preferences\/|\/contacts\/|\/channels\//.test(call)
      ? undefined
      : [200, robin]
  })
}

async function rowOf(name: string | RegExp) {
  const title = await screen.findByRole('heading', { level: 3, name }, wait)
  const row = title.closest('li')
  if (!row) throw new Error(`no row of ${name}`)
  return within(row)
}

describe('teams', { timeout: 90_000 }, () => {
  it('P670: are listed with the role in each, and one is created in a dialog, which leads to it', async () => {
    let names: string[] = []
    const page = await openTeam(
      () => team('OWNER', { members: [own('OWNER')] }),
      (call, body) => {
        if (call === 'POST /api/teams/') {
          names = [(body as Team).name]
          return [201, team('OWNER')]
        }
        return call === 'GET /api/teams/'
          ? [200, { teams: names.map((name) => ({ id: 3, name, role: 'OWNER' })) }]
          : undefined
      },
      path,
    )
    await screen.findByText(/You’re not in a team yet/, {}, wait)
    await page.user.click(screen.getByRole('button', { name: 'Create team' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create team' }, wait))
    await page.user.click(dialog.getByRole('button', { name: 'Create team' }))
    dialog.getByText('Enter up to 60 characters')
    await page.user.type(dialog.getByLabelText('Team name'), 'Night watch')
    await page.user.click(dialog.getByRole('button', { name: 'Create team' }))
    await screen.findByRole('heading', { level: 2, name: 'Night watch' }, wait)
    expect(window.location.search).toBe('?tab=teams&team=3')
    await page.user.click(screen.getByRole('link', { name: 'All teams' }))
    const row = await rowOf('Night watch')
    row.getByText('Owner')
    expect(row.getByRole('link').getAttribute('href')).toBe('/settings?tab=teams&team=3')
  })

  it('P671: one that is gone says so', async () => {
    await openTeam(() => [404, problem(404, 'not_found')])
    await screen.findByRole('heading', { name: 'Team not found' }, wait)
    expect(screen.getByRole('link', { name: 'All teams' }).getAttribute('href')).toBe('/settings?tab=teams')
  })

  it('P672: what others change comes by itself', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    try {
      let name = 'Night watch'
      await openTeam(() => team('MEMBER', { name }))
      await screen.findByRole('heading', { level: 2, name }, wait)
      name = 'Day watch'
      await act(() => vi.advanceTimersByTimeAsync(15_100))
      await screen.findByRole('heading', { level: 2, name }, wait)
    } finally {
      vi.useRealTimers()
    }
  })

  it('P673: show to each what their role lets them do', async () => {
    let role: TeamRole = 'MEMBER'
    const page = await openTeam(() => team(role, { invitations: [invitation()] }))
    const refresh = async (next: TeamRole) => {
      role = next
      await act(() => page.queries.invalidateQueries({ queryKey: ['teams'] }))
    }
    await screen.findByText(/^Your role: Member\. Sees the team and its settings\.$/, {}, wait)
    const names = () =>
      [...screen.getByRole('main').querySelectorAll('button, select')].map(
        (one) => one.getAttribute('aria-label') ?? one.textContent,
      )
    expect(names()).toEqual(['Leave team'])
    await refresh('EDITOR')
    await screen.findByText(/^Your role: Editor\. Changes the team’s settings\.$/, {}, wait)
    const onCall = ['Set up rotation', 'Add override', 'Set up steps']
    await screen.findByRole('button', { name: 'Set up steps' }, wait)
    expect(names()).toEqual(['Rename team', 'Add contact', ...onCall, 'Leave team'])
    await refresh('OWNER')
    await screen.findByText(/^Your role: Owner\. Manages members/, {}, wait)
    expect(names()).toEqual([
      'Rename team',
      'Role of Ada',
      'Remove Ada',
      'Add contact',
      'Invite',
      'Resend the invitation to new@example.org',
      'Withdraw the invitation to new@example.org',
      ...onCall,
      'Delete team',
    ])
  })

  it('P674: a role is changed in its row; one’s own ownership is given up after a question', async () => {
    let members = [own('OWNER'), ada]
    const sent: unknown[] = []
    const page = await openTeam(
      () => team('OWNER', { members }),
      (call, body) => {
        const id = /^PUT \/api\/teams\/3\/members\/(\d)\/$/.exec(call)?.[1]
        if (id === undefined) return undefined
        sent.push([id, body])
        if (sent.length === 1) return [409, problem(409, 'last_owner', { detail: 'A team needs an owner.' })]
        const { role } = body as TeamMember
        members = members.map((one) => (one.user_id === Number(id) ? { ...one, role } : one))
        return [200, members.find((one) => one.user_id === Number(id))]
      },
    )
    const row = await rowOf('Ada')
    const select = row.getByLabelText<HTMLSelectElement>('Role of Ada')
    await page.user.selectOptions(select, 'Owner')
    await row.findByText('A team needs an owner.', {}, wait)
    expect(select.value).toBe('MEMBER')
    await page.user.selectOptions(select, 'Owner')
    await waitFor(() => expect(select.value).toBe('OWNER'), wait)
    expect(row.queryByText('A team needs an owner.')).toBeNull()

    const self = await rowOf(/Robin/)
    await page.user.selectOptions(await self.findByLabelText('Role of Robin', {}, wait), 'Member')
    self.getByText(/Give up your ownership\?/)
    expect(sent).toHaveLength(2)
    await page.user.click(self.getByRole('button', { name: 'Give up ownership' }))
    await screen.findByText(/^Your role: Member\. Sees the team and its settings\.$/, {}, wait)
    expect(sent).toEqual([
      ['2', { role: 'OWNER' }],
      ['2', { role: 'OWNER' }],
      ['1', { role: 'MEMBER' }],
    ])
  })

  it('P675: removing and deleting ask first; the only owner is told what to do before leaving', async () => {
    let members = [own('OWNER'), ada]
    const page = await openTeam(
      () => team('OWNER', { members }),
      (call) => {
        if (call === 'DELETE /api/teams/3/members/2/') {
          members = [own('OWNER')]
          return 204
        }
        return call === 'DELETE /api/teams/3/' ? 204 : undefined
      },
    )
    await screen.findByText(/You’re the only owner/, {}, wait)
    expect(screen.queryByRole('button', { name: 'Leave team' })).toBeNull()
    const row = await rowOf('Ada')
    await page.user.click(row.getByRole('button', { name: 'Remove Ada' }))
    row.getByText('Remove Ada from this team?')
    await page.user.click(row.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByText('ada@example.org')).toBeNull(), wait)
    await page.user.click(screen.getByRole('button', { name: 'Delete team' }))
    screen.getByText('Delete Night watch for all members? This can’t be undone.')
    await page.user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText(/You’re not in a team yet/, {}, wait)
    expect(window.location.search).toBe('?tab=teams')
  })

  it('P675: leaving asks first', async () => {
    const page = await openTeam(
      () => team('MEMBER'),
      (call) => (call === 'DELETE /api/teams/3/members/1/' ? 204 : undefined),
    )
    await page.user.click(await screen.findByRole('button', { name: 'Leave team' }, wait))
    screen.getByText('Leave Night watch? You’ll need a new invitation to come back.')
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByText(/You’ll need a new invitation/)).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Leave team' }))
    await page.user.click(screen.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(window.location.search).toBe('?tab=teams'), wait)
  })

  it('P676: an invitation is sent from a dialog, and what is wrong is said at its field', async () => {
    const sent: unknown[] = []
    const page = await openTeam(
      () => team('OWNER', { invitations: sent.length > 1 ? [invitation()] : [] }),
      (call, body) => {
        if (call !== 'POST /api/teams/3/invitations/') return undefined
        sent.push(body)
        const errors = { email: ['Already a member of this team.'] }
        return sent.length === 1 ? [400, problem(400, 'validation_failed', { errors })] : [201, invitation()]
      },
    )
    await screen.findByText('No open invitations.', {}, wait)
    await page.user.click(screen.getByRole('button', { name: 'Invite' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite to Night watch' }, wait))
    dialog.getByText('Sees the team and its settings.')
    await page.user.selectOptions(dialog.getByLabelText('Role'), 'Editor')
    dialog.getByText('Changes the team’s settings.')
    const email = dialog.getByLabelText('E-mail address')
    await page.user.type(email, 'nobody')
    await page.user.click(dialog.getByRole('button', { name: 'Send invitation' }))
    dialog.getByText('Enter an e-mail address')
    expect(sent).toEqual([])
    await page.user.type(email, '@example.org')
    await page.user.click(dialog.getByRole('button', { name: 'Send invitation' }))
    await dialog.findByText('Already a member of this team.', {}, wait)
    await page.user.click(dialog.getByRole('button', { name: 'Send invitation' }))
    await rowOf('new@example.org')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent[1]).toEqual({ email: 'nobody@example.org', role: 'EDITOR' })
  })

  it('P677: an open invitation shows how long it works, and is resent and withdrawn', async () => {
    let invitations = [
      invitation(),
      invitation({ id: 8, email: 'late@example.org', expires_at: '2026-11-20T12:00:00Z' }),
    ]
    const sent: unknown[] = []
    const page = await openTeam(
      () => team('OWNER', { invitations }),
      (call, body) => {
        if (call === 'DELETE /api/teams/3/invitations/7/') {
          invitations = invitations.slice(1)
          return 204
        }
        if (call !== 'POST /api/teams/3/invitations/') return undefined
        sent.push(body)
        invitations = [invitation(), invitation({ id: 8, email: 'late@example.org' })]
        return [201, invitation({ id: 8, email: 'late@example.org' })]
      },
    )
    const late = await rowOf('late@example.org')
    late.getByText('Expired')
    const open = await rowOf('new@example.org')
    open.getByText(/^Editor · Expires in 3 d/)
    await page.user.click(late.getByRole('button', { name: 'Resend the invitation to late@example.org' }))
    await late.findByText(/Expires in 3 d/, {}, wait)
    expect(sent).toEqual([{ email: 'late@example.org', role: 'EDITOR' }])
    await page.user.click(open.getByRole('button', { name: 'Withdraw the invitation to new@example.org' }))
    await waitFor(() => expect(screen.queryByText('new@example.org')).toBeNull(), wait)
  })
})

const sentTo = (email: string) => ({
  ...{ team_name: 'Night watch', role: 'EDITOR', email, invited_by: 'owner@example.org' },
  expires_at: '2026-11-24T12:00:00Z',
})
const join = '/teams/join?token=t-1'

/** Opens the page of an invitation; `who` is signed in. */
async function openInvitation(
  invited: Reply,
  who: Reply,
  more: (call: string, body: unknown) => Reply | undefined = () => undefined,
) {
  return openPage(join, (call, body) => {
    const said = more(call, body)
    if (said !== undefined) return said
    if (call === 'GET /api/teams/join/invitation/?token=t-1') return invited
    return call === 'GET /api/users/profile/' ? who : undefined
  })
}
const guest = [401, problem(401, 'not_authenticated')] as const

describe('invitations', { timeout: 90_000 }, () => {
  it('P678: say what they are about, and the account that is invited joins with one click', async () => {
    const sent: unknown[] = []
    const page = await openInvitation([200, sentTo('Robin@example.org')], [200, robin], (call, body) => {
      if (call === 'GET /api/teams/3/') return [200, team('EDITOR')]
      // The list that every page of members asks for.
      if (call.startsWith('GET /api/blockchains/')) return [200, robin]
      if (call !== 'POST /api/teams/join/') return undefined
      sent.push(body)
      return [200, { id: 3, name: 'Night watch', role: 'EDITOR' }]
    })
    await screen.findByRole('heading', { level: 1, name: 'Join Night watch' }, wait)
    screen.getByText(/owner@example\.org invites you.*Your role: Editor\. Changes the team’s settings\./)
    screen.getByText(/^The invitation works until/)
    expect(sent).toEqual([])
    await page.user.click(screen.getByRole('button', { name: 'Join team' }))
    await screen.findByRole('heading', { level: 2, name: 'Night watch' }, wait)
    expect(sent).toEqual([{ token: 't-1' }])
    expect(window.location.search).toBe('?tab=teams&team=3')
  })

  it('P679: tell somebody else whom they are for, who can sign out there', async () => {
    let who: Reply = [200, robin]
    const page = await openPage(join, (call) => {
      if (call === 'GET /api/teams/join/invitation/?token=t-1') return [200, sentTo('ada@example.org')]
      if (call === 'POST /api/users/logout/') {
        who = guest
        return 204
      }
      return call === 'GET /api/users/profile/' ? who : undefined
    })
    await screen.findByText(
      'This invitation is for ada@example.org. You’re signed in as robin@example.org.',
      {},
      wait,
    )
    expect(screen.queryByRole('button', { name: 'Join team' })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Sign out' }))
    await screen.findByText(/sign in as ada@example\.org/, {}, wait)
  })

  it('P680: lead whoever is not signed in to an account, and back', async () => {
    const page = await openInvitation([200, sentTo('new@example.org')], guest)
    await screen.findByText(/create an account with this address/, {}, wait)
    const next = encodeURIComponent('/teams/join?token=t-1')
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(`/login?next=${next}`)
    await page.user.click(screen.getByRole('link', { name: 'Create account' }))
    await waitFor(() => expect(window.location.pathname).toBe('/register'), wait)
    expect(page.kept['pending-invitation']).toBe('t-1')
  })

  it('P681: that no longer work say so', async () => {
    await openInvitation('invalid_token', guest)
    await screen.findByRole('heading', { level: 1, name: 'This invitation no longer works' }, wait)
    screen.getByText(/Ask whoever invited you to send a new one/)
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  })

  it('P681: also where it was used a moment before', async () => {
    const page = await openInvitation([200, sentTo(robin.email)], [200, robin], (call) =>
      call === 'POST /api/teams/join/' ? 'invalid_token' : undefined,
    )
    await page.user.click(await screen.findByRole('button', { name: 'Join team' }, wait))
    await screen.findByRole('heading', { level: 1, name: 'This invitation no longer works' }, wait)
    expect(screen.getByRole('link', { name: 'Your teams' }).getAttribute('href')).toBe('/settings?tab=teams')
  })
})

describe('registrations', { timeout: 90_000 }, () => {
  it('P680: that began at an invitation end there', async () => {
    let who: Reply = guest
    const page = await openPage('/register/confirm?token=r-1', (call) => {
      if (call === 'POST /api/users/register/confirm/') {
        who = [200, robin]
        return who
      }
      if (call === 'GET /api/teams/join/invitation/?token=t-1') return [200, sentTo(robin.email)]
      return call === 'GET /api/users/profile/' ? who : undefined
    })
    page.kept['pending-invitation'] = 't-1'
    await page.user.click(await screen.findByRole('button', { name: /^Confirm/ }, wait))
    await screen.findByRole('heading', { level: 1, name: 'Join Night watch' }, wait)
    expect(page.kept['pending-invitation']).toBe('')
  })
})

describe('contacts of a team', { timeout: 90_000 }, () => {
  const contact = (change: Partial<Contact> = {}): Contact => ({
    ...{ id: 5, channel: 'SLACK', name: 'ops', to: 'hooks.slack.com/…', state: 'CONFIRMED', problem: null },
    ...{ last_delivered_at: '2026-11-21T11:56:00Z', created_at: '2026-11-20T09:00:00Z', team_id: 3 },
    ...change,
  })
  const open = (role: TeamRole, contacts: () => readonly Contact[], added?: Contact) =>
    openTeam(
      () => team(role),
      (call) => {
        if (call === 'GET /api/users/contacts/?team_id=3') return [200, { contacts: contacts() }]
        if (call === 'GET /api/users/channels/')
          return [
            200,
            {
              channels: (['SLACK', 'NTFY', 'WEB_PUSH'] as const).map((channel) => ({
                channel,
                is_available: true,
              })),
            },
          ]
        if (call === 'POST /api/users/contacts/') return [201, added]
        if (call === 'GET /api/alerts/user-settings/1/?team_id=3') {
          const entry = { id: 1, blockchain_validator_id: null, bridge_id: null, muted_until: null }
          return [200, { entries: [{ ...entry, setting_id: 2011, channels: ['SLACK'] }] }]
        }
        return call.startsWith('DELETE /api/users/contacts/') ? 204 : undefined
      },
    )

  it('P740: stand in the team as one’s own stand in the settings, and one is added for the team', async () => {
    let contacts: Contact[] = []
    const page = await open('EDITOR', () => contacts, contact({ id: 6, channel: 'NTFY', name: 'Phone' }))
    const card = within(await screen.findByRole('region', { name: 'Contacts' }, wait))
    await card.findByText(/^No contacts yet\./, {}, wait)
    await page.user.click(card.getByRole('button', { name: 'Add contact' }))
    const dialog = within(await screen.findByRole('dialog', {}, wait))
    await dialog.findByText('Where should the team be notified?', {}, wait)
    // The push of a browser is one person's.
    await dialog.findByRole('button', { name: /^Slack/ }, wait)
    expect(dialog.queryByRole('button', { name: /push/i })).toBeNull()
    await page.user.click(dialog.getByRole('button', { name: /^ntfy/ }))
    await page.user.type(dialog.getByLabelText('Topic address'), 'https://ntfy.sh/alerts')
    contacts = [contact()]
    await page.user.click(dialog.getByRole('button', { name: 'Add and check' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), wait)
    expect(page.asked.find(({ call }) => call === 'POST /api/users/contacts/')?.body).toMatchObject({
      ...{ channel: 'NTFY', url: 'https://ntfy.sh/alerts', team_id: 3 },
    })
    const row = await rowOf('ops')
    row.getByText('Working')
    row.getByText('Last delivered 4 min ago')
    row.getByRole('button', { name: 'Send a test: ops' })
  })

  it('P740: a MEMBER sees them and changes none', async () => {
    const problemOf = { code: 'refused', detail: 'no_team', since: '2026-11-21T11:00:00Z' } as const
    await open('MEMBER', () => [contact({ state: 'BROKEN', problem: problemOf })])
    const row = await rowOf('ops')
    row.getByText('Not working')
    row.getByText(/Owners have been told by e-mail\./)
    expect(row.queryByRole('button')).toBeNull()
    const card = within(screen.getByRole('region', { name: 'Contacts' }))
    expect(card.queryByRole('button')).toBeNull()
    card.getByText(/Owners and editors change these contacts\.$/)
  })

  it('P741: before one goes, it says which of the team’s alerts use it, and who is notified then', async () => {
    const page = await open('OWNER', () => [contact()])
    const row = await rowOf('ops')
    await page.user.click(row.getByRole('button', { name: 'Remove ops' }))
    await row.findByText(
      /1 alert on Celestia Mainnet uses Slack\. No other contact of this team uses Slack/,
      {},
      wait,
    )
    await page.user.click(row.getByRole('button', { name: 'Remove' }))
    await waitFor(
      () => expect(page.asked.map(({ call }) => call)).toContain('DELETE /api/users/contacts/5/'),
      wait,
    )
  })
})
