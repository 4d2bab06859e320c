import type { LiveEvent } from '@roundsman/contract/live'
import { QueryClient } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createApiClient } from '../data/api-client.ts'
import { createLiveJournal } from '../data/live/live-journal.ts'
import type { LineNews } from '../data/live/live-line.ts'
import { createServerTime } from '../data/server-time.ts'
import type { Services } from '../data/services.ts'
import { createSettings } from '../data/settings.ts'
import { createFakeClock } from '../data/testing/fake-clock.ts'
import { createFakeScreen } from '../data/testing/fake-screen.ts'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { startSession } from '../data/testing/start-session.ts'
import en from '../i18n/en.json'
import shell from '../i18n/shell.en.json'
import { Root } from './root.tsx'
import { createAppRouter } from './router.tsx'

const profile = {
  id: 1,
  email: 'robin@example.org',
  first_name: '',
  last_name: '',
  avatar: null,
  language: 'en',
  timezone: 'UTC',
  groups: ['member'],
  has_password: true,
  phones: [],
  abilities: [
    { action: 'read', subject: 'any' },
    { action: 'read', subject: 'ANY' },
  ],
}
const boot: Services['boot'] = {
  default_blockchain_id: 1,
  provider: { name: 'Example Nodes', url: 'https://example.org', links: [] },
  notice: { en: 'Simulated data.', ru: 'Данные.', uk: 'Дані.' },
  google_client_id: null,
  networks: ['Celestia Mainnet', 'Story Testnet'].map((name, i) => ({
    host: `n${i}.example`,
    blockchain_id: i + 1,
    chain_id: null,
    kind: 'COSMOS' as const,
    logo: '',
    domain: `https://n${i}.example`,
    name,
    symbol: 'TIA',
    is_da_enabled: false,
    access: 'ANY' as const,
    explorer_url: null,
  })),
}

/** The whole page in front of a server that answers what the test says. */
async function open(
  path: string,
  server: { signedIn: boolean; access?: 'VIP'; list?: () => [number, unknown] },
) {
  window.history.pushState({}, '', path)
  const clock = createFakeClock()
  const texts = createInstance()
  await texts.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: en, shell } } })
  const queries = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } })
  const journal = createLiveJournal()
  const { session, drafts, begin } = startSession({ client: () => client, queries, journal, clock })
  const answer = (url: string, init?: RequestInit): [number, unknown] => {
    if (url.includes('/list/')) return server.list?.() ?? [500, null]
    if (url.includes('/logout/')) {
      server.signedIn = false
      return [204, null]
    }
    if (url.includes('/login/')) {
      const { password } = JSON.parse(init?.body as string) as { password: string }
      server.signedIn = password === 'right'
      if (!server.signedIn)
        return [400, { type: '', title: '', status: 400, detail: '', code: 'invalid_credentials' }]
    }
    return server.signedIn
      ? [200, profile]
      : [401, { type: '', title: '', status: 401, detail: '', code: 'not_authenticated' }]
  }
  const client = createApiClient({
    fetch: async (url, init) => {
      const [status, body] = answer(url, init)
      return new Response(status === 204 ? null : JSON.stringify(body), { status })
    },
    clock,
    language: () => 'en',
    csrfToken: () => null,
    onDate: () => undefined,
    visit: session.visit,
    onSignedOut: session.lose,
  })
  let tell: (news: LineNews) => void = () => undefined
  const storage = {
    read: () => null,
    write: () => undefined,
    watch: () => () => undefined,
    cookie: () => null,
  }
  const [network] = boot.networks
  if (!network) throw new Error('no network')
  const services: Services = {
    boot,
    network: { ...network, access: server.access ?? network.access },
    client,
    queries,
    session,
    drafts,
    clock,
    serverTime: createServerTime(clock),
    storage,
    settings: createSettings({ storage, root: document.documentElement, screen: createFakeScreen() }),
    journal,
    joinLive: (_id, hear) => {
      tell = hear
      return { connectNow: () => undefined, stop: () => undefined }
    },
  }
  begin()
  render(<Root services={services} texts={texts} router={createAppRouter(services)} />)
  return { user: userEvent.setup(), live: (event: LiveEvent) => act(() => tell({ kind: 'event', event })) }
}

const list = () =>
  someList([
    someValidator({ id: 1, moniker: 'Copper Lantern', tokens: '9000000' }),
    someValidator({ id: 2, moniker: 'Tallow & Wick', jailed: true, voting_power: '0', uptime: null }),
  ])

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {
        return undefined
      }
      unobserve() {
        return undefined
      }
      disconnect() {
        return undefined
      }
    },
  )
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
})

describe('the page', { timeout: 30_000 }, () => {
  it('P5: takes a guest from the list to the sign-in page and back, and out again', async () => {
    const { user } = await open('/?show=active', { signedIn: false, list: () => [200, list()] })
    await screen.findByRole('heading', { name: 'Sign in' }, { timeout: 10_000 })
    expect(window.location.search).toContain('next=')
    expect(screen.getByRole('region', { name: 'Notice of the site' }).textContent).toContain(
      'Simulated data.',
    )

    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(screen.getByText('Enter the e-mail address of your account').id).toBe(
      screen.getByLabelText('E-mail').getAttribute('aria-describedby'),
    )
    await user.type(screen.getByLabelText('E-mail'), 'robin@example.org')
    await user.type(screen.getByLabelText('Password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('E-mail or password is wrong.')).toBeDefined()
    await user.clear(screen.getByLabelText('Password'))
    await user.type(screen.getByLabelText('Password'), 'right{Enter}')

    const table = await screen.findByRole('table', { name: 'Validators' }, { timeout: 10_000 })
    expect(within(table).getByText('Copper Lantern')).toBeDefined()
    expect(within(table).queryByText('Tallow & Wick')).toBeNull()
    expect(window.location.search).toBe('?show=active')

    await user.click(screen.getByRole('button', { name: 'Account of robin' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined()
    expect(window.location.pathname).toBe('/login')
  })

  it('P10, P11, P32: shows rows, and changes them as the stream tells', async () => {
    const { user, live } = await open('/', { signedIn: true, list: () => [200, list()] })
    const table = await screen.findByRole('table', { name: 'Validators' }, { timeout: 10_000 })
    expect(table.getAttribute('aria-rowcount')).toBe('3')
    const [, first, second] = within(table).getAllByRole('row')
    expect(first?.textContent).toContain('Copper Lantern')
    expect(first?.textContent).toContain('100.00%')
    expect(second?.textContent).toContain('Jailed')
    expect(second?.textContent).toContain('unknown')

    live({
      event: 'validators',
      data: {
        changed: [{ id: 1, consecutive_missed: 4, recent_signatures: 'ssssmmmm' }],
        removed: [],
        seq: 2,
      },
    })
    await waitFor(() => expect(first?.textContent).toContain('Missing · 4 in a row'))
    expect(within(table).getByRole('img', { name: /4 signed, 4 missed, all of the last 4/ })).toBeDefined()

    await user.keyboard('/')
    await user.keyboard('nobody')
    expect(await screen.findByText('No validator matches “nobody”')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear the search' }))
    expect(await screen.findByText('Copper Lantern')).toBeDefined()
  })

  it('says what failed and tries again', async () => {
    let works = false
    const { user } = await open('/', { signedIn: true, list: () => (works ? [200, list()] : [500, null]) })
    expect(await screen.findByText('The list could not be loaded', {}, { timeout: 10_000 })).toBeDefined()
    works = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Copper Lantern')).toBeDefined()
  })

  it('P13: says so when the network has stopped', async () => {
    await open('/', {
      signedIn: true,
      list: () => [
        200,
        { ...list(), status: { ...list().status, state: 'HALTED', latest_block_at: '2026-11-21T11:58:16Z' } },
      ],
    })
    expect(
      await screen.findByText('Celestia Mainnet stopped at height 100', {}, { timeout: 10_000 }),
    ).toBeDefined()
    expect(screen.getByText(/No block for 1 min 44 s/)).toBeDefined()
    expect(screen.getByText('Bonded', { selector: 'td *' })).toBeDefined()
  })

  it('says that a page does not exist', async () => {
    await open('/nowhere', { signedIn: true })
    expect(await screen.findByRole('heading', { name: 'There is no such page' })).toBeDefined()
  })

  it('P50, P51, P57: leads from page to page by its navigation, where Bridges is not without data availability', async () => {
    const { user } = await open('/charts', { signedIn: true, list: () => [200, list()] })
    const nav = await screen.findByRole('navigation', { name: 'Main navigation' }, { timeout: 10_000 })
    const links = () => within(nav).getAllByRole('link').slice(1)
    expect(links().map((link) => link.textContent)).toEqual([
      ...['Validators', 'Charts', 'Manage Alerts', 'Alerts History', 'Settings'],
    ])
    const current = () => links().filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current().map((link) => link.textContent)).toEqual(['Charts'])
    await user.click(within(nav).getByRole('link', { name: 'Alerts History' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Alerts History' })).toBeDefined()
    expect(current().map((link) => link.textContent)).toEqual(['Alerts History'])
    expect(document.title).toBe('Alerts History · Blockchain Monitoring')
    expect(document.activeElement?.id).toBe('content')
  })

  it('P56: refuses a VIP network and keeps the switcher as the way out', async () => {
    await open('/', { signedIn: true, access: 'VIP' })
    expect(
      await screen.findByRole('heading', { name: 'You are not authorized' }, { timeout: 10_000 }),
    ).toBeDefined()
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/login')
    expect(within(screen.getByRole('banner')).getByRole('button', { name: /Celestia Mainnet/ })).toBeDefined()
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it.each([true, false])('shows /500 to everybody (signed in: %s)', async (signedIn) => {
    await open('/500', { signedIn })
    expect(await screen.findByRole('heading', { name: 'This page broke' })).toBeDefined()
  })
})
