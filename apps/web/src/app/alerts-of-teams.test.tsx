import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { box, changesOf, entry, manage, openAlerts, press, wait } from './testing/open-alerts.tsx'

describe('alerts of a team', { timeout: 90_000 }, () => {
  const teams = (role: string) => [200, { teams: [{ id: 3, name: 'Night watch', role }] }] as const
  const ofTeam = { ...entry, id: 31, channels: ['EMAIL', 'SLACK'] }
  const open = (path: string, role: string) =>
    openAlerts(path, (call) => {
      if (call === 'GET /api/teams/') return teams(role)
      if (call === 'GET /api/teams/3/channels/') return [200, { channels: ['SMS', 'EMAIL', 'SLACK'] }]
      if (call === 'GET /api/alerts/user-settings/1/?team_id=3') return [200, { entries: [ofTeam] }]
      return undefined
    })

  it('P742: are chosen beside one’s own, kept in the address, with the team’s channels, and saved for the team', async () => {
    const page = await open('/alerts?validator=1', 'EDITOR')
    expect((await box('SMS: Three missed')).checked).toBe(true)
    await page.user.click(await screen.findByRole('radio', { name: 'Night watch' }, wait))
    expect(window.location.search).toBe('?validator=1&team=3')
    expect((await box('Slack: Three missed')).checked).toBe(true)
    expect((await box('SMS: Three missed')).checked).toBe(false)
    expect(screen.queryByRole('checkbox', { name: /^Call/ })).toBeNull()
    await page.user.click(await box('SMS: Jailed'))
    await page.user.click(await press('Save changes'))
    await waitFor(() => expect(changesOf(page.asked)).toHaveLength(1))
    expect(changesOf(page.asked)).toMatchObject([
      {
        ...{ team_id: 3, targets: [{ blockchain_validator_id: 1 }] },
        entries: [
          { setting_id: 1121, channels: ['EMAIL', 'SLACK'] },
          { setting_id: 2011, channels: ['SMS'] },
        ],
      },
    ])
    await page.user.click(screen.getByRole('radio', { name: 'Yours' }))
    expect(window.location.search).toBe('?validator=1')
    expect((await box('SMS: Three missed')).checked).toBe(true)
  })

  it('P742: whoever is in no team has no choice', async () => {
    await openAlerts('/alerts?validator=1', (call) =>
      call === 'GET /api/teams/' ? [200, { teams: [] }] : undefined,
    )
    await box('SMS: Three missed')
    expect(screen.queryByRole('radiogroup', { name: 'Whose alerts' })).toBeNull()
  })

  it('P743: a MEMBER reads them, and is told so', async () => {
    const page = await open('/alerts?validator=1&team=3', 'MEMBER')
    const slack = await box('Slack: Three missed')
    expect([slack.checked, slack.getAttribute('aria-readonly')]).toEqual([true, 'true'])
    await page.user.click(slack)
    expect(slack.checked).toBe(true)
    screen.getByText(/You can see this team’s alerts\. Owners and editors change them\./)
    for (const name of ['Mute', 'Recommended for an operator', 'Save changes'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(page.asked.filter(({ call }) => call === manage)).toEqual([])
  })

  it('P743: of a team that one is not in it says so, and leads to one’s own', async () => {
    await openAlerts('/alerts?team=9', (call) => (call === 'GET /api/teams/' ? teams('OWNER') : undefined))
    await screen.findByText(/^This team is gone/, {}, wait)
    expect(screen.getByRole('link', { name: 'Show your alerts' }).getAttribute('href')).toBe('/alerts')
  })
})
