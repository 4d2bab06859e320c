import { ThemeProvider } from '@mui/material/styles'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createInstance } from 'i18next'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { unacknowledgedKey } from '../../data/alerts/unacknowledged.ts'
import { type Services, ServicesContext } from '../../data/services/services.ts'
import shell from '../../i18n/shell.en.json'
import { createAppTheme } from '../../ui/theme/theme.ts'
import { edgeIsTheSystems } from './drawer-nav.tsx'
import { HorizontalNav } from './horizontal-nav.tsx'
import { NavList } from './nav-list.tsx'
import { activeNavigation, navigationOf, type ToggleType, visibleNavigation } from './navigation.ts'
import { someGroup, someNavigation } from './testing/some-navigation.ts'

/** Either layout over the fixture navigation, at a path. */
async function open(path: string, layout: ToggleType | 'horizontal', items = someNavigation) {
  const texts = createInstance()
  await texts.use(initReactI18next).init({ lng: 'en', ns: ['shell'], resources: { en: { shell } } })
  const queries = new QueryClient()
  queries.setQueryData(unacknowledgedKey(1), 1)
  const active = activeNavigation(items, path)
  const nav =
    layout === 'horizontal' ? (
      <HorizontalNav items={items} active={active} />
    ) : (
      <NavList items={items} active={active} toggleType={layout} />
    )
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <>
          {nav}
          <Outlet />
        </>
      ),
      notFoundComponent: () => null,
    }),
    history: createMemoryHistory({ initialEntries: [path] }),
    scrollRestoration: false,
  })
  render(
    <ServicesContext value={{ network: { blockchain_id: 1 } } as Services}>
      <QueryClientProvider client={queries}>
        <I18nextProvider i18n={texts}>
          <ThemeProvider theme={createAppTheme('ltr')}>
            <RouterProvider router={router as never} />
          </ThemeProvider>
        </I18nextProvider>
      </QueryClientProvider>
    </ServicesContext>,
  )
  await screen.findAllByRole('list')
  return userEvent.setup()
}

const group = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })
const isOpen = (name: string) => group(name).getAttribute('aria-expanded') === 'true'

beforeEach(() => void vi.stubGlobal('scrollTo', () => undefined))

describe('the vertical navigation', () => {
  it('P51, P52: opens the groups around the page and marks its entry, and no other', async () => {
    await open('/alerts-history', 'accordion')
    expect(isOpen('Manage Alerts')).toBe(true)
    expect(isOpen('Settings')).toBe(false)
    const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current.map((link) => link.textContent)).toEqual(['Alerts History'])
    expect(group('Manage Alerts').hasAttribute('data-inside')).toBe(true)
  })
  it('P52: accordion closes the sibling, collapse leaves it', async () => {
    const user = await open('/alerts', 'accordion')
    await user.click(group('Settings'))
    expect([isOpen('Manage Alerts'), isOpen('Settings')]).toEqual([false, true])
  })
  it('P52: collapse leaves the sibling open', async () => {
    const user = await open('/alerts', 'collapse')
    await user.click(group('Settings'))
    expect([isOpen('Manage Alerts'), isOpen('Settings')]).toEqual([true, true])
    group('Settings').focus()
    await user.keyboard('{Enter}')
    expect(isOpen('Settings')).toBe(false)
  })
  it('P50: shows section titles, badges, what cannot be pressed, and what opens in a new tab', async () => {
    const user = await open('/alerts', 'collapse')
    expect(screen.getAllByText('Main navigation').length).toBe(2)
    expect(screen.getByRole('link', { name: /Manage Alerts/ }).textContent).toContain('3')
    await user.click(group('Settings'))
    const disabled = screen.getByRole('link', { name: 'Settings' })
    expect(disabled.getAttribute('aria-disabled')).toBe('true')
    expect(disabled.hasAttribute('href')).toBe(false)
    const away = screen.getByRole('link', { name: /Charts.*opens in a new tab/ })
    expect([away.getAttribute('target'), away.getAttribute('rel')]).toEqual(['_blank', 'noopener'])
  })
})

describe('P480: section titles of the site', () => {
  const items = navigationOf({ name: 'Example Nodes', links: [] })
  it('stand in the vertical list', async () => {
    await open('/', 'collapse', items)
    expect(['Monitoring', 'Alerts', 'General'].map((word) => screen.getByText(word).tagName)).toEqual([
      ...['SPAN', 'SPAN', 'SPAN'],
    ])
  })
  it('have no place in the row', async () => {
    await open('/', 'horizontal', items)
    expect(screen.queryByText('Monitoring')).toBeNull()
    screen.getByRole('link', { name: 'Validators' })
  })
})

describe.each(['collapse', 'horizontal'] as const)('P303: the navigation (%s)', (layout) => {
  it('leads to what the provider names, in a group of its name, in tabs of their own', async () => {
    const links = [{ label: 'Status page', url: 'https://status.example.org/' }]
    const items = navigationOf({ name: 'Example Nodes', links })
    const user = await open('/alerts', layout, items)
    await user.click(group('Example Nodes'))
    const role = layout === 'horizontal' ? 'menuitem' : 'link'
    const link = await screen.findByRole(role, { name: /^Status page\s?opens in a new tab$/ })
    const described = ['href', 'target', 'rel'].map((name) => link.getAttribute(name))
    expect(described).toEqual(['https://status.example.org/', '_blank', 'noopener'])
  })
  it('has no such group where the provider names nothing', async () => {
    const viewer = { may: () => true, isDaEnabled: true }
    await open(
      '/alerts',
      layout,
      visibleNavigation(navigationOf({ name: 'Example Nodes', links: [] }), viewer),
    )
    expect(screen.queryByText('Example Nodes')).toBeNull()
    screen.getByRole('link', { name: /^Validators/ })
  })
  it('counts what waits in the badge of a group too, instead of printing its name', async () => {
    await open('/alerts', layout, [{ ...someGroup, badge: 'alerts' }])
    expect(group('Manage Alerts').textContent).toBe('Manage Alerts 1 not acknowledged')
  })
  it('shows where an entry leads to a new tab, and one that cannot be pressed as such', async () => {
    const user = await open('/alerts', layout)
    await user.click(group('Settings'))
    const role = layout === 'horizontal' ? 'menuitem' : 'link'
    const away = await screen.findByRole(role, { name: /^Charts\s?opens in a new tab$/ })
    expect(away.getAttribute('target')).toBe('_blank')
    expect(screen.getByRole(role, { name: 'Settings' }).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('P305: the edge of the screen', () => {
  it.each([
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true],
    ['an iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
    ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
    ['a phone with Android', 'Mozilla/5.0 (Linux; Android 16)', 5, false],
  ])('of %s', (_name, userAgent, maxTouchPoints, isTheSystems) => {
    expect(edgeIsTheSystems({ userAgent, maxTouchPoints })).toBe(isTheSystems)
  })
})

describe('the horizontal navigation', () => {
  it('P70: is one named landmark whose groups open as menus by keyboard, in 400 ms, and go in 300', async () => {
    const user = await open('/alerts', 'horizontal')
    const nav = screen.getByRole('navigation', { name: 'Main navigation' })
    const button = within(nav).getByRole('button', { name: /Manage Alerts/ })
    button.focus()
    await user.keyboard('{Enter}')
    const menu = await screen.findByRole('menu', { name: 'Manage Alerts' })
    const fade = menu.closest<HTMLElement>('.MuiPaper-root')
    expect(fade?.style.transition).toContain('opacity 400ms')
    const items = within(menu).getAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual(['Manage Alerts3', 'Alerts History', 'Charts'])
    expect(items[0]?.getAttribute('aria-current')).toBe('page')
    await user.keyboard('{Escape}')
    expect(button.getAttribute('aria-expanded')).toBe('false')
    expect(fade?.style.transition).toContain('opacity 300ms')
  })
})
