import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { settle } from '../data/testing/settle.ts'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { openPage, problem, robin } from './testing/open-page.tsx'

const problemOf = (status: number, code: string): [number, unknown] => [status, problem(status, code)]

/** The whole page in front of a server that signs in whoever says "right". */
async function open(
  path: string,
  server: { signedIn: boolean; access?: 'VIP'; list?: () => [number, unknown] },
) {
  const networks = [
    { access: server.access ?? ('ANY' as const) },
    { blockchain_id: 2, host: 'n1.example', name: 'Story Testnet' },
  ]
  const notice = { en: 'Simulated data.', ru: 'Данные.', uk: 'Дані.' }
  const page = await openPage(
    path,
    (call, body) => {
      if (call.includes('/list/')) return server.list?.() ?? [500, null]
      if (call.includes('/logout/')) {
        server.signedIn = false
        return 204
      }
      if (call.includes('/login/')) {
        server.signedIn = (body as { password: string }).password === 'right'
        if (!server.signedIn) return problemOf(400, 'invalid_credentials')
      }
      return server.signedIn ? [200, { ...robin, first_name: '' }] : problemOf(401, 'not_authenticated')
    },
    { networks, notice },
  )
  // The page gets its turn between two keys, as with people.
  return { ...page, user: userEvent.setup() }
}

const list = () =>
  someList([
    someValidator({ id: 1, moniker: 'Copper Lantern', tokens: '9000000' }),
    someValidator({ id: 2, moniker: 'Tallow & Wick', jailed: true, voting_power: '0', uptime: null }),
  ])

describe('the page', { timeout: 90_000 }, () => {
  it('P5: takes a guest from the list to the sign-in page and back, and out again', async () => {
    const { user } = await open('/?show=active', { signedIn: false, list: () => [200, list()] })
    await screen.findByRole('heading', { name: 'Sign in' }, { timeout: 10_000 })
    expect(window.location.search).toContain('next=')
    expect(screen.getByRole('region', { name: 'Site notice' }).textContent).toContain('Simulated data.')

    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(screen.getByText('Enter your e-mail address').id).toBe(
      screen.getByLabelText('E-mail').getAttribute('aria-describedby'),
    )
    await user.type(screen.getByLabelText('E-mail'), 'robin@example.org')
    await user.type(screen.getByLabelText('Password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByText('Wrong e-mail or password.')
    await user.clear(screen.getByLabelText('Password'))
    await user.type(screen.getByLabelText('Password'), 'right{Enter}')

    const table = await screen.findByRole('table', { name: 'Validators' }, { timeout: 10_000 })
    within(table).getByText('Copper Lantern')
    expect(within(table).queryByText('Tallow & Wick')).toBeNull()
    expect(window.location.search).toBe('?show=active')

    await user.click(screen.getByRole('button', { name: 'Account: robin' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }, { timeout: 10_000 }))
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(window.location.pathname).toBe('/login')
  })

  it('P10, P11, P32: shows rows, and changes them as the stream says', async () => {
    const { user, live } = await open('/', { signedIn: true, list: () => [200, list()] })
    const table = await screen.findByRole('table', { name: 'Validators' }, { timeout: 10_000 })
    expect(table.getAttribute('aria-rowcount')).toBe('3')
    const [, first, second] = within(table).getAllByRole('row')
    expect(first?.textContent).toContain('Copper Lantern')
    expect(first?.textContent).toContain('100.00%')
    expect(second?.textContent).toContain('Jailed')
    expect(second?.textContent).toContain('unknown')
    // P530: the jailed one is nobody's alert.
    expect(document.title).toBe('Celestia Mainnet · Validators · Blockchain Monitoring')

    live({
      event: 'validators',
      data: {
        changed: [{ id: 1, consecutive_missed: 4, recent_signatures: 'ssssmmmm' }],
        removed: [],
        seq: 8,
      },
    })
    await waitFor(() => expect(first?.textContent).toContain('Missing blocks · 4 in a row'))
    within(table).getByRole('img', { name: /4 signed, 4 missed, all of the last 4/ })

    await user.keyboard('/')
    await user.keyboard('nobody')
    await screen.findByText('No validator matches “nobody”')
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    within(await screen.findByRole('table', { name: 'Validators' })).getByText('Copper Lantern')
  })

  it('P31, P36: asks again for the list after a break, in a tab that nobody sees when it is seen again', async () => {
    const { asked, line } = await open('/', { signedIn: true, list: () => [200, list()] })
    await screen.findByRole('table', { name: 'Validators' })
    const lists = () => asked.filter(({ call }) => call.startsWith('GET /api/blockchains/list/')).length
    const before = lists()
    line({ kind: 'resumed' })
    await waitFor(() => expect(lists()).toBe(before + 1))
    focusManager.setFocused(false)
    line({ kind: 'resumed' })
    await settle()
    expect(lists()).toBe(before + 1)
    act(() => focusManager.setFocused(true))
    await waitFor(() => expect(lists()).toBe(before + 2))
    focusManager.setFocused(undefined)
  })

  it.each(['?show=zzz', '?sort=x', '?q=a&q=b', '?desc=1&utm=mail'])(
    'P20, P56: drops %s from the address and shows the list',
    async (query) => {
      await open(`/${query}&lng=uk`, { signedIn: true, list: () => [200, list()] })
      await screen.findByText('Copper Lantern', undefined, { timeout: 10_000 })
      expect(window.location.search).toBe('?lng=uk')
    },
  )

  it('P20: searches for what looks like a truth', async () => {
    await open('/?q=true', { signedIn: true, list: () => [200, list()] })
    await screen.findByText('No validator matches “true”', undefined, { timeout: 10_000 })
    expect(window.location.search).toBe('?q=true')
  })

  it('says what failed and tries again', async () => {
    let works = false
    const { user } = await open('/', { signedIn: true, list: () => (works ? [200, list()] : [500, null]) })
    await screen.findByText('Couldn’t load the list', {}, { timeout: 10_000 })
    works = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Copper Lantern')
  })

  it('P13: says so when the network has stopped', async () => {
    await open('/', {
      signedIn: true,
      list: () => [
        200,
        { ...list(), status: { ...list().status, state: 'HALTED', latest_block_at: '2026-11-21T11:58:16Z' } },
      ],
    })
    await screen.findByText('Celestia Mainnet stopped at height 100', {}, { timeout: 10_000 })
    screen.getByText(/No block for 1 min 44 s/)
    screen.getByText('Bonded', { selector: 'td *' })
  })

  it('says that a page does not exist', async () => {
    await open('/nowhere', { signedIn: true })
    await screen.findByRole('heading', { name: 'Page not found' })
  })

  it('P50, P51, P57: leads from page to page by its navigation, where Bridges is not without data availability', async () => {
    const { user } = await open('/charts', { signedIn: true, list: () => [200, list()] })
    const nav = await screen.findByRole('navigation', { name: 'Main navigation' }, { timeout: 10_000 })
    const links = () => within(nav).getAllByRole('link').slice(1)
    expect(links().map((link) => link.textContent)).toEqual([
      ...['Validators', 'Charts', 'Governance', 'Manage Alerts', 'Alerts History', 'Settings'],
    ])
    const current = () => links().filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current().map((link) => link.textContent)).toEqual(['Charts'])
    await user.click(within(nav).getByRole('link', { name: 'Alerts History' }))
    await screen.findByRole('heading', { level: 1, name: 'Alerts History' })
    expect(current().map((link) => link.textContent)).toEqual(['Alerts History'])
    expect(document.title).toBe('Celestia Mainnet · Alerts History · Blockchain Monitoring')
    await waitFor(() => expect(document.activeElement?.id).toBe('content'))
  })

  it('P56, P304: refuses a VIP network, says why, and keeps the switcher as the only way out', async () => {
    await open('/', { signedIn: true, access: 'VIP' })
    await screen.findByRole('heading', { name: 'You don’t have access to this network' }, { timeout: 10_000 })
    screen.getByText('Celestia Mainnet is limited to certain accounts. Choose another network at the top.')
    within(screen.getByRole('banner')).getByRole('button', { name: /Celestia Mainnet/ })
    expect(within(screen.getByRole('main')).queryByRole('link')).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(document.title).toBe(
      'Celestia Mainnet · You don’t have access to this network · Blockchain Monitoring',
    )
  })

  it.each([true, false])('shows /500 to everybody (signed in: %s)', async (signedIn) => {
    await open('/500', { signedIn })
    await screen.findByRole('heading', { name: 'Something went wrong on our side' })
  })
})
