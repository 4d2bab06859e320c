import type { Silence } from '@roundsman/contract/alerts/silences'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { someAlert } from '../data/testing/some-alert.ts'
import { someDetails } from '../data/testing/some-details.ts'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { openPage, problem, type Reply, robin } from './testing/open-page.tsx'

const wait = { timeout: 10_000 }
const name = 'Copper Lantern'
const row = someValidator({ id: 7, moniker: name })
const list = someList([row])

function silence(change: Partial<Silence>): Silence {
  return {
    ...{ id: 4, blockchain_id: 1, blockchain_validator_id: row.id, bridge_id: null, target_name: name },
    ...{ team_id: null, from: '2026-11-21T11:00:00Z', to: '2026-11-21T12:45:00Z', reason: 'Upgrade' },
    ...{ until_recovered: false, is_active: true, created_at: '2026-11-21T11:00:00Z' },
    created_by: { user_id: 1, name: 'Robin' },
    ...change,
  }
}
const ofNetwork = { blockchain_validator_id: null, target_name: null }

/** Opens a page in front of a server that keeps silences. */
async function open(
  path: string,
  silences: readonly Silence[],
  more: (call: string, body: unknown) => Reply | undefined = () => undefined,
) {
  let kept = [...silences]
  const page = await openPage(path, (call, body) => {
    const said = more(call, body)
    if (said !== undefined) return said
    if (call === 'GET /api/alerts/silences/?blockchain_id=1') return [200, { silences: kept }]
    if (call === 'POST /api/alerts/silences/') {
      const made = silence({ id: 9, from: '2026-11-21T12:00:00Z', ...(body as Partial<Silence>) })
      kept = [...kept, made]
      return [201, made]
    }
    if (call.startsWith('DELETE /api/alerts/silences/')) {
      kept = kept.filter(({ id }) => !call.endsWith(`/${id}/`))
      return 204
    }
    if (call.startsWith('GET /api/blockchains/list/')) return [200, list]
    if (call.startsWith('GET /api/blockchains/details/')) return [200, someDetails(row)]
    return /\/api\/alerts\/|\/preferences\/|\/channels\/|\/contacts\//.test(call) ? undefined : [200, robin]
  })
  return {
    ...page,
    keep: (next: readonly Silence[]) => void (kept = [...next]),
    sent: () => page.asked.filter(({ call }) => /^(POST|DELETE) .*silences/.test(call)),
  }
}
const openDialog = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Planned work' }, wait))
  return within(await screen.findByRole('dialog', {}, wait))
}
const ofPage = `/validators/${row.id}`

describe('planned work', { timeout: 90_000 }, () => {
  it('P655: is silenced from the page of a validator, from now on for an hour unless said otherwise', async () => {
    const { user, sent } = await open(ofPage, [])
    const dialog = await openDialog(user)
    expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'Applies to' }).value).toBe(name)
    dialog.getByText('12:00 – 13:00 (UTC), 1 h')
    await user.type(dialog.getByLabelText('Reason'), ' Upgrade to v4 ')
    await user.click(dialog.getByRole('checkbox', { name: /^End it early/ }))
    await user.click(dialog.getByRole('button', { name: 'Silence alerts' }))
    await screen.findAllByText('Silenced until 13:00', {}, wait)
    expect(sent()).toEqual([
      {
        call: 'POST /api/alerts/silences/',
        body: {
          ...{ blockchain_id: 1, blockchain_validator_id: row.id, to: '2026-11-21T13:00:00.000Z' },
          ...{ reason: 'Upgrade to v4', until_recovered: true },
        },
      },
    ])
    await user.click(await screen.findByRole('button', { name: 'Undo' }, wait))
    await waitFor(() => expect(screen.queryByText('Silenced until 13:00')).toBeNull(), wait)
    expect(sent().at(-1)?.call).toBe('DELETE /api/alerts/silences/9/')
  })

  it('P655: of the whole network, later, until the next morning or another time', async () => {
    const { user, sent } = await open(ofPage, [])
    const dialog = await openDialog(user)
    await user.click(dialog.getByRole('combobox', { name: 'Applies to' }))
    await user.click(await screen.findByRole('option', { name: 'All of Celestia Mainnet' }, wait))
    await user.click(dialog.getByRole('radio', { name: 'Later' }))
    expect(dialog.getByLabelText<HTMLInputElement>('Start').value).toBe('2026-11-21T13:00')
    fireEvent.change(dialog.getByLabelText('Start'), { target: { value: '2026-11-23T22:00' } })
    await user.click(dialog.getByRole('radio', { name: 'Next day, 09:00' }))
    dialog.getByText(/\(UTC\), 11 h$/)
    await user.click(dialog.getByRole('radio', { name: 'Other' }))
    fireEvent.change(dialog.getByLabelText('End'), { target: { value: '2026-11-23T23:30' } })
    await user.type(dialog.getByLabelText('Reason'), 'Upgrade')
    await user.click(dialog.getByRole('button', { name: 'Silence alerts' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), wait)
    expect(sent().map(({ body }) => body)).toEqual([
      {
        ...{ blockchain_id: 1, from: '2026-11-23T22:00:00.000Z', to: '2026-11-23T23:30:00.000Z' },
        ...{ reason: 'Upgrade', until_recovered: false },
      },
    ])
    await screen.findByText('Planned', {}, wait)
  })

  it('P655: begins with what an alert is about', async () => {
    const alert = someAlert({ id: 50, blockchain_validator_id: row.id, target_name: name })
    const { user } = await open('/alerts-history?alert=50', [], (call) =>
      call.startsWith('GET /api/alerts/history/') ? [200, [alert]] : undefined,
    )
    const dialog = await openDialog(user)
    expect(dialog.getByRole<HTMLInputElement>('combobox').value).toBe(name)
  })

  it('P1041: offers the network, the user’s own and those with alerts; the others are found by typing', async () => {
    const [own, told, other] = [
      row,
      someValidator({ id: 8, moniker: 'Saltmarsh' }),
      someValidator({ id: 9, moniker: 'Juniper' }),
    ]
    const entry = { id: 1, bridge_id: null, setting_id: 1121, channels: ['EMAIL'], muted_until: null }
    const { user, sent } = await open(ofPage, [], (call) => {
      if (call.startsWith('GET /api/blockchains/list/')) return [200, someList([own, told, other])]
      if (call.startsWith('GET /api/alerts/user-settings/'))
        return [200, { entries: [{ ...entry, blockchain_validator_id: told.id }] }]
      if (call === 'GET /api/users/preferences/')
        return [200, { favourite_validators: [{ blockchain_id: 1, validator_id: own.id }], tables: {} }]
      return undefined
    })
    const dialog = await openDialog(user)
    const field = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Applies to' })
    dialog.getByText('Type to find any other validator or bridge.')
    await user.click(field)
    const offered = async () => (await screen.findAllByRole('option', {}, wait)).map((one) => one.textContent)
    expect(await offered()).toEqual(['All of Celestia Mainnet', name, 'Saltmarsh'])
    screen.getByText('My validators')
    screen.getByText('With alerts')
    await user.clear(field)
    await user.type(field, 'valcons1z9')
    expect(await offered()).toEqual(['Juniper'])
    await user.keyboard('{Enter}')
    expect(field.value).toBe('Juniper')
    await user.type(dialog.getByLabelText('Reason'), 'Upgrade')
    await user.click(dialog.getByRole('button', { name: 'Silence alerts' }))
    await waitFor(() => expect(sent()).toHaveLength(1), wait)
    expect(sent()[0]?.body).toMatchObject({ blockchain_validator_id: other.id })
  })

  it('P656: says what is recorded only, and what is always sent', async () => {
    const { user } = await open(ofPage, [])
    const dialog = await openDialog(user)
    dialog.getByText(/^Recorded, not sent: missed blocks, uptime, bridge updates and sync/)
    dialog.getByText(/^Always sent: jailed, tombstoned, slashed, jail within an hour/)
  })

  it('P657: marks what cannot be, and what the server refuses, and sends nothing', async () => {
    let refused: Record<string, string[]> = { to: ['A silence can last up to 30 days.'] }
    const { user, sent } = await open(ofPage, [], (call) =>
      call.startsWith('POST') ? [400, problem(400, 'validation_failed', { errors: refused })] : undefined,
    )
    const dialog = await openDialog(user)
    await user.click(dialog.getByRole('radio', { name: 'Other' }))
    fireEvent.change(dialog.getByLabelText('End'), { target: { value: '2026-11-21T11:00' } })
    const send = dialog.getByRole('button', { name: 'Silence alerts' })
    await user.click(send)
    dialog.getByText('Choose a time in the future.')
    dialog.getByText('Say what is being done.')
    expect(document.activeElement).toBe(dialog.getByLabelText('End'))
    await user.click(dialog.getByRole('radio', { name: /^4\sh$/ }))
    await user.click(send)
    expect(document.activeElement).toBe(dialog.getByLabelText('Reason'))
    expect(sent()).toEqual([])
    await user.type(dialog.getByLabelText('Reason'), 'Upgrade')
    await user.click(send)
    await dialog.findByText('A silence can last up to 30 days.', {}, wait)
    refused = { reason: ['End some first.'] }
    await user.click(send)
    await dialog.findByText('End some first.', {}, wait)
    expect(dialog.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true')
  })

  it('P658, P661: is seen where it holds, by whom it was made and why, until its end', async () => {
    const { user, clock, sent } = await open(ofPage, [
      silence({ to: '2026-11-21T12:02:00Z' }),
      silence({
        id: 5,
        ...ofNetwork,
        from: '2026-11-21T14:00:00Z',
        to: '2026-11-21T15:00:00Z',
        is_active: false,
      }),
    ])
    expect(await screen.findAllByText('Silenced until 12:02', {}, wait)).toHaveLength(2)
    const card = within(screen.getByRole('region', { name: 'Your alerts' }))
    card.getByText(/^· by you$/)
    card.getByText(/14:00 – 15:00 · all of Celestia Mainnet · by you$/)
    await act(() => clock.advance(121_000))
    expect(screen.queryByText('Silenced until 12:02')).toBeNull()
    await user.click(card.getByRole('button', { name: 'Cancel: Celestia Mainnet' }))
    await waitFor(() => expect(card.queryByText('Planned')).toBeNull(), wait)
    expect(sent().map(({ call }) => call)).toEqual(['DELETE /api/alerts/silences/5/'])
  })

  it('P658: is said in the menu of a row, from which it is made as well', async () => {
    const { user } = await open('/', [silence({})])
    await user.click(await screen.findByRole('button', { name: `More about ${name}` }, wait))
    await screen.findByText('Silenced until 12:45', {}, wait)
    await user.click(screen.getByRole('menuitem', { name: /^Planned work/ }))
    const dialog = within(await screen.findByRole('dialog', {}, wait))
    expect(dialog.getByRole<HTMLInputElement>('combobox').value).toBe(name)
  })

  it('P659: is listed in Manage Alerts, and ended there', async () => {
    const { user, sent } = await open('/alerts', [
      silence({ until_recovered: true, created_by: { user_id: 2, name: 'Ann' } }),
      silence({
        id: 5,
        ...ofNetwork,
        from: '2026-11-21T14:00:00Z',
        to: '2026-11-21T15:00:00Z',
        is_active: false,
      }),
    ])
    const rows = within(await screen.findByRole('list', { name: 'Planned work' }, wait))
    expect(rows.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      name,
      'All of Celestia Mainnet',
    ])
    rows.getByText('Silenced until 12:45')
    rows.getByText(/by Ann · ends when it has recovered$/)
    await user.click(rows.getByRole('button', { name: `End now: ${name}` }))
    await user.click(rows.getByRole('button', { name: 'Cancel: All of Celestia Mainnet' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Planned work' })).toBeNull(), wait)
    expect(sent().map(({ call }) => call)).toEqual([
      'DELETE /api/alerts/silences/4/',
      'DELETE /api/alerts/silences/5/',
    ])
  })

  it('P659: that cannot be ended stays, and the page says so', async () => {
    const { user } = await open('/alerts', [silence({})], (call) =>
      call.startsWith('DELETE') ? [500, problem(500, 'internal_error')] : undefined,
    )
    await user.click(await screen.findByRole('button', { name: `End now: ${name}` }, wait))
    await screen.findByText('Couldn’t end the silence. Try again.', {}, wait)
    screen.getByText('Silenced until 12:45')
  })

  it('P660: is linked from an alert for which nothing was sent, and has the focus there', async () => {
    const alert = someAlert({ id: 50, silence_id: 4, blockchain_validator_id: row.id })
    const { user } = await open('/alerts-history?alert=50', [silence({})], (call) =>
      call.startsWith('GET /api/alerts/history/') ? [200, [alert]] : undefined,
    )
    await user.click(await screen.findByRole('link', { name: 'Show the silence' }, wait))
    const rows = within(await screen.findByRole('list', { name: 'Planned work' }, wait))
    expect(document.activeElement).toBe(rows.getByRole('listitem'))
  })

  it('P660: or says that it is over', async () => {
    await open('/alerts?silence=3', [])
    await screen.findByText('This silence is over.', {}, wait)
  })

  it('P661: that ends early or elsewhere goes with the next alert, and within 30 s', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    try {
      const both = [silence({}), silence({ id: 5, ...ofNetwork })]
      const page = await open('/alerts', both)
      const rows = () => screen.queryAllByText('Silenced until 12:45')
      await waitFor(() => expect(rows()).toHaveLength(2), wait)
      page.keep(both.slice(1))
      page.line({ kind: 'event', event: { event: 'alert', data: someAlert({ id: 51 }) } })
      await act(() => page.clock.advance(400))
      await waitFor(() => expect(rows()).toHaveLength(1), wait)
      page.keep([])
      await act(() => vi.advanceTimersByTimeAsync(30_100))
      await waitFor(() => expect(rows()).toHaveLength(0), wait)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('planned work of a team', { timeout: 90_000 }, () => {
  const teams = (role: string) => (call: string) => {
    if (call === 'GET /api/teams/') return [200, { teams: [{ id: 3, name: 'Night watch', role }] }] as const
    if (call === 'GET /api/alerts/user-settings/1/?team_id=3') return [200, { entries: [] }] as const
    return undefined
  }

  it('P744: is planned for oneself or for a team that one may change', async () => {
    const { user, sent } = await open(ofPage, [], teams('EDITOR'))
    const dialog = await openDialog(user)
    const owner = await dialog.findByRole<HTMLSelectElement>('combobox', { name: 'For' }, wait)
    expect(owner.selectedOptions[0]?.textContent).toBe('Myself')
    await user.selectOptions(owner, 'Night watch')
    await user.type(dialog.getByLabelText('Reason'), 'Upgrade')
    await user.click(dialog.getByRole('button', { name: 'Silence alerts' }))
    await waitFor(() => expect(sent()).toHaveLength(1), wait)
    expect(sent()[0]?.body).toMatchObject({ team_id: 3, blockchain_validator_id: row.id })
    await screen.findByText(/for Night watch/, {}, wait)
  })

  it('P744: a MEMBER plans for themselves alone', async () => {
    const { user } = await open(ofPage, [], teams('MEMBER'))
    const dialog = await openDialog(user)
    expect(dialog.queryByRole('combobox', { name: 'For' })).toBeNull()
  })

  it.each([
    ['OWNER', true],
    ['MEMBER', false],
  ])('P745: says whose it is and who made it; an %s ends it: %s', async (role, mayEnd) => {
    const ofTeam = silence({ team_id: 3, created_by: { user_id: 2, name: 'Ann' } })
    await open(
      '/alerts',
      [ofTeam, silence({ id: 5, team_id: 3, ...ofNetwork, created_by: null })],
      teams(role),
    )
    await screen.findByText(/for Night watch · by Ann/, {}, wait)
    expect(screen.getAllByText(/for Night watch/)).toHaveLength(2)
    expect(screen.queryAllByRole('button', { name: /^End now/ })).toHaveLength(mayEnd ? 2 : 0)
  })
})
