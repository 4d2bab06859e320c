import { liveProtocol } from '@roundsman/contract/live/live'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { openPage, problem, robin, type Reply } from './testing/open-page.tsx'

const wait = { timeout: 10_000 }
const profile = 'GET /api/users/profile/'
const signIn = () => screen.findByRole('heading', { name: 'Sign in' }, wait)

/** A server with one account whose session the test ends, and which the test takes away. */
function someServer() {
  const server = { signedIn: true, down: false, user: { ...robin }, profiles: 0 }
  const answer = (call: string, body: unknown) => {
    if (server.down) throw new Error('no network')
    if (call === profile) server.profiles += 1
    if (call === 'POST /api/users/logout/') server.signedIn = false
    if (call === 'POST /api/users/login/') server.signedIn = true
    if (call === 'PUT /api/users/profile/' && server.signedIn)
      server.user = { ...server.user, ...(body as object) }
    if (!server.signedIn) return call.endsWith('/logout/') ? (204 as const) : undefined
    return [200, server.user] as const
  }
  return { server, answer }
}

beforeEach(() => {
  document.documentElement.lang = 'en'
  document.documentElement.dir = 'ltr'
})

describe('the session on the page', { timeout: 60_000 }, () => {
  it('P4, P5: shows mark and spinner until it is known who is there', async () => {
    let reply: (answer: Reply) => void = () => undefined
    const said = new Promise<Reply>((resolve) => {
      reply = resolve
    })
    const page = await openPage('/settings', () => said)
    const loading = await screen.findByRole('status', { name: 'Loading' }, wait)
    within(loading).getByRole('img', { name: 'Roundsman' })
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(page.session.user()).toBeUndefined()
    reply([200, robin])
    await screen.findByLabelText('First name', {}, wait)
  })

  it('P4, P81, P82: a session that has ended leads to the sign-in page, which says so, and back to what was typed', async () => {
    const { server, answer } = someServer()
    const page = await openPage('/settings', answer)
    const name = await screen.findByLabelText('First name', {}, wait)
    await page.user.clear(name)
    await page.user.type(name, 'Wren')

    server.signedIn = false
    page.tab.show(false)
    await act(async () => page.tab.show(true))
    await signIn()
    expect(window.location.pathname + window.location.search).toBe('/login?next=%2Fsettings')
    screen.getByText(/Your session has ended/)
    expect(screen.queryByText('robin@example.org')).toBeNull()

    await page.user.type(screen.getByLabelText('E-mail'), 'robin@example.org')
    await page.user.type(screen.getByLabelText('Password'), 'right{Enter}')
    const again = await screen.findByLabelText<HTMLInputElement>('First name', {}, wait)
    expect(again.value).toBe('Wren')
    expect(window.location.pathname).toBe('/settings')
  })

  it('P110: an outage keeps the page and what was typed, says so with the age, and goes by itself', async () => {
    const { server, answer } = someServer()
    const page = await openPage('/settings', answer)
    const name = await screen.findByLabelText<HTMLInputElement>('First name', {}, wait)
    await page.user.type(name, ' Wren')
    server.down = true
    await act(() => page.clock.advance(10_000))
    expect(screen.queryByText(/The server isn’t responding/)).toBeNull()
    await act(() => page.clock.advance(50_000))
    expect(screen.getByText(/Showing values from 1 min ago/).parentElement?.textContent).toMatch(
      /^The server isn’t responding/,
    )
    expect(name.value).toBe('Robin Wren')
    expect(window.location.pathname).toBe('/settings')
    server.down = false
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/The server isn’t responding/)).toBeNull())
    expect(name.isConnected).toBe(true)
    expect(name.value).toBe('Robin Wren')
    // P935
    page.line({ kind: 'understood' })
    await waitFor(() => expect(screen.queryByText(/site has been updated/)).toBeNull())
    page.line({ kind: 'outdated' })
    await screen.findByText(/site has been updated/)
    page.live({ event: 'hello', data: { protocol: liveProtocol, seq: 7 } })
    await waitFor(() => expect(screen.queryByText(/site has been updated/)).toBeNull())
  })

  it('P456: beside a banner that says how old the values are, the outage says the same age', async () => {
    const { server, answer } = someServer()
    const list = someList([someValidator({ id: 7 })])
    const page = await openPage('/', (call, body) =>
      call === 'GET /api/blockchains/list/1/' && !server.down ? [200, list] : answer(call, body),
    )
    await screen.findByRole('heading', { name: 'Validators' }, wait)
    // Nothing of the network came for a while before the server was gone.
    await act(() => page.clock.advance(30_000))
    server.down = true
    await act(() => page.clock.advance(60_000))
    const ages = screen
      .getAllByText(/\d\s(?:old|ago)|\ss\s(?:old|ago)/)
      .flatMap(({ textContent }) => [
        ...(textContent ?? '').matchAll(/(\d+\smin(?:\s\d+\ss)?)\s(?:old|ago)/g),
      ])
    expect(ages.length).toBeGreaterThan(1)
    expect([...new Set(ages.map(([, age]) => age?.replace(/\s/g, ' ')))]).toEqual(['1 min 30 s'])
  })

  it('P926: a page that is older than the site says so, keeps what was typed, and leaves when to reload to its reader', async () => {
    const { answer } = someServer()
    const page = await openPage('/settings', answer)
    const name = await screen.findByLabelText<HTMLInputElement>('First name', {}, wait)
    await page.user.type(name, ' Wren')
    expect(screen.queryByText(/site has been updated/)).toBeNull()
    page.line({ kind: 'outdated' })
    const said = await screen.findByText(/site has been updated/)
    expect(said.closest('[role="status"]')).not.toBeNull()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
    expect(name.value).toBe('Robin Wren')
  })

  it('P110: an outage while the stream goes on says that values are live', async () => {
    const { server, answer } = someServer()
    const page = await openPage('/settings', answer)
    await screen.findByLabelText('First name', {}, wait)
    server.down = true
    await act(() => page.clock.advance(20_000))
    page.line({ kind: 'beat' })
    await screen.findByText(/Live data still updates/)
  })

  it('P110: an outage at the start is said on the loading screen, and the page comes with the first answer', async () => {
    const { server, answer } = someServer()
    server.down = true
    const page = await openPage('/settings', answer)
    const loading = await screen.findByRole('status', { name: 'Loading' }, wait)
    await within(loading).findByText(/The server isn’t responding/, {}, wait)
    expect(window.location.pathname).toBe('/settings')
    server.down = false
    await act(() => page.clock.advance(10_000))
    await screen.findByLabelText('First name', {}, wait)
  })

  it('P82: keeps no password', async () => {
    const { server, answer } = someServer()
    const page = await openPage('/settings?tab=security', answer)
    await page.user.type(await screen.findByLabelText('New e-mail', {}, wait), 'wren@example.org')
    const [, present] = screen.getAllByLabelText('Current password')
    if (!present) throw new Error('no field for the present password')
    await page.user.type(present, 'secret')
    // Shown as text, it is still a password.
    const [, , show] = screen.getAllByRole('button', { name: 'Show password' })
    if (!show) throw new Error('no button to show the present password')
    await page.user.click(show)
    await page.user.type(present, ' words')
    server.signedIn = false
    await act(() => page.clock.advance(10_000))
    await signIn()
    expect(page.drafts.read('email')).toEqual({ email: 'wren@example.org' })
    server.signedIn = true
    await act(() => page.clock.advance(10_000))
    const again = await screen.findByLabelText<HTMLInputElement>('New e-mail', {}, wait)
    expect(again.value).toBe('wren@example.org')
    expect(screen.getAllByLabelText<HTMLInputElement>('Current password').map(({ value }) => value)).toEqual([
      '',
      '',
    ])
  })

  it('P81: a logout leads to /login, without a way back, and empties the memory', async () => {
    const { answer } = someServer()
    const page = await openPage('/settings', answer)
    await page.user.type(await screen.findByLabelText('First name', {}, wait), ' Wren')
    page.queries.setQueryData(['theirs'], 'private')
    await page.user.click(screen.getByRole('button', { name: 'Account: Robin' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Logout' }, wait))
    await signIn()
    expect(window.location.pathname + window.location.search).toBe('/login')
    expect(page.queries.getQueryCache().getAll()).toEqual([])
    expect(page.queries.getMutationCache().getAll()).toEqual([])
    expect(page.drafts.read('profile')).toBeUndefined()
    expect(screen.queryByText(/session has ended/)).toBeNull()
  })

  it('P84: a logout under way is shown as such, and not begun twice', async () => {
    let end: (answer: Reply) => void = () => undefined
    const ended = new Promise<Reply>((resolve) => {
      end = resolve
    })
    const page = await openPage('/settings', (call) => (call.endsWith('/logout/') ? ended : [200, robin]))
    await page.user.click(await screen.findByRole('button', { name: 'Account: Robin' }, wait))
    const entry = await screen.findByRole('menuitem', { name: 'Logout' }, wait)
    await page.user.click(entry)
    await waitFor(() => expect(entry.getAttribute('aria-busy')).toBe('true'))
    expect(entry.getAttribute('aria-disabled')).toBe('true')
    end(204)
    await signIn()
    expect(page.asked.filter(({ call }) => call.endsWith('/logout/'))).toHaveLength(1)
  })

  it('P81: a logout that did not reach the server is none, and the page says so', async () => {
    const { server, answer } = someServer()
    const page = await openPage('/settings', answer)
    await page.user.click(await screen.findByRole('button', { name: 'Account: Robin' }, wait))
    server.down = true
    await page.user.click(await screen.findByRole('menuitem', { name: 'Logout' }, wait))
    await screen.findByText(/You’re still signed in/, {}, wait)
    expect(window.location.pathname).toBe('/settings')
    server.down = false
    await page.user.click(screen.getByRole('button', { name: 'Account: Robin' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Logout' }, wait))
    await signIn()
    expect(screen.queryByText(/You’re still signed in/)).toBeNull()
  })

  it('P5, P6: a sign-in leads to next only where that is a path of this site', async () => {
    const { server, answer } = someServer()
    server.signedIn = false
    const page = await openPage('/login?next=%2F%2Fevil.example%2Fsettings', answer)
    await page.user.type(await screen.findByLabelText('E-mail', {}, wait), 'robin@example.org')
    await page.user.type(screen.getByLabelText('Password'), 'right{Enter}')
    await waitFor(() => expect(window.location.pathname).toBe('/'), wait)
    expect(window.location.host).toBe('localhost:3000')
  })

  it('P56: refuses a page to whoever may not read it, without the shell', async () => {
    const nobody = { ...robin, groups: [], abilities: [] }
    await openPage('/settings', () => [200, nobody])
    await screen.findByRole('heading', { name: 'You are not authorized' }, wait)
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.queryByLabelText('First name')).toBeNull()
  })
})

describe('P311: the menu of languages', { timeout: 60_000 }, () => {
  it('offers English, and whatever else the page was read in here', async () => {
    const { answer } = someServer()
    const page = await openPage('/settings', answer)
    const offered = async () => {
      await page.user.click(await screen.findByRole('button', { name: /^(Language|Мова)$/ }, wait))
      return (await screen.findAllByRole('menuitemradio', {}, wait)).map((item) => item.textContent)
    }
    expect(await offered()).toEqual(['English'])
    await page.user.keyboard('{Escape}')
    await page.user.selectOptions(
      await screen.findByLabelText('Language', { selector: 'select' }, wait),
      'uk',
    )
    await page.user.click(screen.getByText('Save'))
    await screen.findByRole('heading', { level: 1, name: 'Налаштування' }, wait)
    expect(await offered()).toEqual(['English', 'Українська'])
    await page.user.click(screen.getByRole('menuitemradio', { name: 'English' }))
    await screen.findByRole('heading', { level: 1, name: 'Settings' }, wait)
    expect(await offered()).toEqual(['English', 'Українська'])
    await page.user.click(screen.getByRole('menuitemradio', { name: 'Українська' }))
    await screen.findByRole('heading', { level: 1, name: 'Налаштування' }, wait)
  })
})

describe('P58: the language', { timeout: 60_000 }, () => {
  it('that is saved in the profile becomes the page’s, and its direction', async () => {
    const { answer } = someServer()
    const page = await openPage('/settings', answer)
    await page.user.type(await screen.findByLabelText('First name', {}, wait), ' Wren')
    await page.user.click(screen.getByText('Save'))
    await screen.findByText('Saved.')
    expect(page.kept).not.toHaveProperty('lng')
    await page.user.selectOptions(screen.getByLabelText('Language', { selector: 'select' }), 'uk')
    await page.user.click(screen.getByText('Save'))
    await screen.findByRole('heading', { level: 1, name: 'Налаштування' }, wait)
    expect(document.documentElement.lang).toBe('uk')
    expect(page.kept).toMatchObject({ lng: 'uk', i18nextLng: 'uk' })
  })

  it('of the menu is kept and becomes the profile’s, and the form does not change it back', async () => {
    const { server, answer } = someServer()
    server.user.language = 'uk'
    const page = await openPage('/settings', answer)
    const field = () => screen.getByLabelText<HTMLSelectElement>('Language', { selector: 'select' })
    await screen.findByLabelText('First name', {}, wait)
    expect(field().value).toBe('uk')
    await page.user.click(screen.getByRole('button', { name: 'Language' }))
    await page.user.click(await screen.findByRole('menuitemradio', { name: 'English' }, wait))
    await waitFor(() => expect(field().value).toBe('en'))
    expect(server.user.language).toBe('en')
    expect(page.kept).toMatchObject({ lng: 'en', i18nextLng: 'en' })
    // P111: the other networks find it in the cookie.
    expect(page.cookies).toMatchObject({ lng: 'en', i18nextLng: 'en' })
  })

  it('that the server does not take stays the page’s, and the page says so', async () => {
    const page = await openPage('/settings', (call) =>
      call.startsWith('PUT') ? [503, problem(503, 'unavailable')] : [200, { ...robin, language: 'ru' }],
    )
    await page.user.click(await screen.findByRole('button', { name: 'Language' }, wait))
    await page.user.click(await screen.findByRole('menuitemradio', { name: 'English' }, wait))
    await screen.findByText(/We couldn’t save the language/, {}, wait)
  })

  it('of the address becomes the page’s, is kept with its direction, and leaves the profile alone', async () => {
    const { server, answer } = someServer()
    server.signedIn = false
    server.user.language = 'ru'
    const page = await openPage('/settings?lng=uk', answer)
    await screen.findByRole('heading', { name: 'Вхід' }, wait)
    expect(page.kept).toMatchObject({ lng: 'uk', i18nextLng: 'uk' })
    expect(page.cookies).toMatchObject({ lng: 'uk', i18nextLng: 'uk' })
    await page.user.type(screen.getByLabelText('Ел. пошта'), 'robin@example.org')
    await page.user.type(screen.getByLabelText('Пароль'), 'right{Enter}')
    await screen.findByLabelText('Ім’я', {}, wait)
    expect(server.user.language).toBe('ru')
    expect(page.asked.filter(({ call }) => call.startsWith('PUT'))).toEqual([])
  })

  it.each(['en', 'de', 'nonsense'])('%s of the address changes no profile', async (language) => {
    const { answer } = someServer()
    const page = await openPage(`/settings?lng=${language}`, answer)
    await screen.findByLabelText('First name', {}, wait)
    expect(page.asked.filter(({ call }) => call.startsWith('PUT'))).toEqual([])
  })
})
