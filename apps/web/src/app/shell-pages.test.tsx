import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { someList } from '../data/testing/some-list.ts'
import { type PageRules, pages } from './pages/pages.ts'
import { componentOf } from './router.tsx'
import { openPage, robin } from './testing/open-page.tsx'

const wait = { timeout: 10_000 }
/** Of networks that the user may read: the page's own, and one that has stopped and needs a person. */
const statuses = {
  networks: [
    { blockchain_id: 1, status: someList([]).status, attention: null },
    {
      blockchain_id: 2,
      status: someList([], { state: 'HALTED' }).status,
      attention: { jailed: 2, missing: 1 },
    },
    {
      blockchain_id: 4,
      status: someList([], { refused: { chain_id: 'qubit-1', kind: 'FORK', reason: 'forked' } }).status,
      attention: null,
    },
  ],
}
const member = (call: string) => {
  if (call === 'GET /api/networks/status/') return [200, statuses] as const
  return call.startsWith('GET /api/blockchains/list/')
    ? ([200, someList([], { state: 'LIVE' })] as const)
    : ([200, robin] as const)
}

const chartsPage: PageRules | undefined = pages.find(({ path }) => path === '/charts')

describe('P56: pages.ts', () => {
  it('names each page once', () => {
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
  })
  it.each(pages.map(({ screen: file }) => [file]))('has the component of %s', async (file) => {
    await expect(componentOf(file).preload?.()).resolves.toBeUndefined()
  })
})

describe('P56: a page of pages.ts', { timeout: 90_000 }, () => {
  afterEach(() => {
    for (const key of ['align', 'settings']) Reflect.deleteProperty(chartsPage ?? {}, key)
  })
  it('has settings of its own and stands where it says, whatever the user has set', async () => {
    const rules: Partial<PageRules> = { align: 'end', settings: { footer: 'hidden' } }
    Object.assign(chartsPage ?? {}, rules)
    const { kept } = await openPage('/charts', member)
    await screen.findByRole('heading', { level: 1, name: 'Charts' }, wait)
    expect(screen.getByRole('main').dataset['align']).toBe('end')
    expect(screen.queryByRole('contentinfo')).toBeNull()
    expect(kept['settings']).toBeUndefined()
  })
})

describe('P581: the footer', { timeout: 90_000 }, () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })
  it('names the version that the page was built as', async () => {
    vi.stubEnv('VITE_VERSION', '1.2.3')
    await openPage('/charts', member)
    const footer = await screen.findByRole('contentinfo', {}, wait)
    expect(footer.textContent).toMatch(/^© \d{4} .+\. All rights reserved\. Version 1\.2\.3/)
    expect(within(footer).queryByRole('button')).toBeNull()
  })
  it('P871: says which commit that is, and of when, when it is pressed', async () => {
    vi.stubEnv('VITE_VERSION', '1.2.3')
    vi.stubEnv('VITE_COMMIT', '503676c07f1a')
    vi.stubEnv('VITE_BUILT_AT', '2025-03-04T10:20:00.000Z')
    await openPage('/charts', member)
    const footer = await screen.findByRole('contentinfo', {}, wait)
    const version = within(footer).getByRole('button', { name: 'Version 1.2.3' })
    const commit = within(footer).getByText(/^Built from commit 503676c07f1a of .*Mar.*2025/)
    expect(commit.hidden).toBe(true)
    fireEvent.click(version)
    expect(commit.hidden).toBe(false)
  })
})

describe('P74: /bridges', { timeout: 90_000 }, () => {
  it('is no page where the network has no data availability, and says why inside the shell', async () => {
    await openPage('/bridges', member)
    await screen.findByRole('heading', { name: 'Page not found' }, wait)
    screen.getByText('Celestia Mainnet has no data availability layer, so it has no bridges.')
    screen.getByRole('navigation', { name: 'Main navigation' })
    expect(screen.getByRole('link', { name: 'Go to validators' }).getAttribute('href')).toBe('/')
    expect(document.title).toBe('Celestia Mainnet · Page not found · Blockchain Monitoring')
  })
  it('is one where it has', async () => {
    await openPage('/bridges', member, { networks: [{ is_da_enabled: true }] })
    await screen.findByRole('heading', { level: 1, name: 'Bridges' }, wait)
    expect(document.title).toBe('Celestia Mainnet · Bridges · Blockchain Monitoring')
  })
})

describe.each([true, false])('P75: for everybody (signed in: %s)', { timeout: 90_000 }, (signedIn) => {
  const answer = (call: string) => (signedIn ? member(call) : undefined)
  it.each([
    ['/404', 'Page not found'],
    ['/500', 'Something went wrong on our side'],
    ['/_app', 'Page not found'],
  ])('%s can be opened', async (path, heading) => {
    await openPage(path, answer)
    await screen.findByRole('heading', { name: heading }, wait)
    expect(window.location.pathname).toBe(path)
  })
})

describe('P76: while the session is being found out', () => {
  it('mark and spinner are shown, and nothing of the page', async () => {
    await openPage('/charts', () => new Promise<never>(() => undefined))
    const loading = await screen.findByRole('status', { name: 'Loading' }, wait)
    within(loading).getByRole('img', { name: 'Roundsman' })
    within(loading).getByRole('progressbar', { hidden: true })
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})

describe('P77: the switcher', { timeout: 90_000 }, () => {
  const sites = [
    {},
    { blockchain_id: 2, name: 'Story Testnet', symbol: 'IP', domain: 'https://story.example' },
    { blockchain_id: 3, name: 'Haqq Mainnet', symbol: 'ISLM', domain: 'https://haqq.example', access: 'VIP' },
    { blockchain_id: 4, name: 'Qubetics', symbol: 'TICS', domain: 'https://tics.example' },
  ] as const

  it('names each network with symbol, state and domain, and is searched by keyboard', async () => {
    const { user } = await openPage('/charts', member, { networks: sites })
    const button = await screen.findByRole(
      'button',
      { name: /^Switch network, current: ?Celestia Mainnet/ },
      wait,
    )
    button.focus()
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Networks' }, wait)
    const search = within(dialog).getByRole('searchbox', { name: 'Find a network' })
    expect(document.activeElement).toBe(search)
    await within(dialog).findByText('Halted')
    const links = () => within(dialog).getAllByRole('link')
    const described = links().map((link) => [link.textContent, link.getAttribute('href')])
    expect(described).toEqual([
      [expect.stringMatching(/Celestia MainnetTIALive$/), 'https://n0.example'],
      [expect.stringMatching(/Story TestnetIP2 jailed, 1 missing blocksHalted$/), 'https://story.example'],
      // Nobody is shown the state of a network that they may not read.
      [expect.stringMatching(/Haqq MainnetISLM$/), 'https://haqq.example'],
      [expect.stringMatching(/QubeticsTICSRefused$/), 'https://tics.example'],
    ])
    expect(links()[0]?.getAttribute('aria-current')).toBe('true')
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(document.activeElement).toBe(links()[1])
    search.focus()
    await user.keyboard('islm main')
    expect(links().map((link) => link.getAttribute('href'))).toEqual(['https://haqq.example'])
    await user.keyboard(' nowhere')
    within(dialog).getByText('No network matches “islm main nowhere”')
  })
})

describe('the menu of the account', { timeout: 90_000 }, () => {
  it.each([
    ['Robin', null, 'Robin', '/favicon.svg'],
    ['  ', '/api/users/profile/avatar/x/256/', 'robin', '/api/users/profile/avatar/x/256/'],
  ])('has name, address and picture: %j, %j', async (first_name, avatar, name, picture) => {
    const { user } = await openPage('/charts', () => [200, { ...robin, first_name, avatar }])
    const button = await screen.findByRole('button', { name: `Account: ${name}` }, wait)
    expect(button.querySelector('img')?.getAttribute('src')).toBe(picture)
    await user.click(button)
    const menu = await screen.findByRole('menu', { name: 'Account' }, wait)
    expect(menu.parentElement?.textContent).toContain(`${name}robin@example.org`)
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Settings', 'Logout'])
    await user.click(within(menu).getByRole('menuitem', { name: 'Settings' }))
    await screen.findByRole('heading', { level: 1, name: 'Settings' }, wait)
  })
})
