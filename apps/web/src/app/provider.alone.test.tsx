import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GoogleId } from '../data/services/google-button.tsx'
import { leaveSite } from '../data/browser/browser.ts'
import { openPage, problem, robin, type Reply } from './testing/open-page.tsx'

// jsdom goes nowhere; where the tab would go is what is looked at.
vi.mock(import('../data/browser/browser.ts'), async (original) => ({
  ...(await original()),
  leaveSite: vi.fn(),
}))

const wait = { timeout: 10_000 }
const start = 'POST /api/users/login/google/start/'
const login = 'POST /api/users/login/google/'
const methods = '/api/users/sign-in-methods/'
const callbackUri = 'https://n0.example/login/callback'
const begun = (state: string, host = 'login.example') => ({
  state,
  nonce: `nonce-of-${state}`,
  authorization_url: `https://${host}/auth?redirect_uri=${encodeURIComponent(callbackUri)}&state=${state}&max_age=31536000`,
})
const left = vi.mocked(leaveSite)
const attemptOf = (attempt: object) =>
  sessionStorage.setItem(
    'provider-attempt',
    JSON.stringify({
      state: 's1',
      verifier: 'v'.repeat(43),
      redirectUri: callbackUri,
      end: 'sign-in',
      ...attempt,
    }),
  )

beforeEach(() => {
  sessionStorage.clear()
  left.mockReset()
})
afterEach(() => {
  for (const script of document.querySelectorAll('script')) script.remove()
  delete window.google
})

async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Buffer.from(bytes).toString('base64url')
}

describe('the provider on the sign-in page', { timeout: 90_000 }, () => {
  it('P90: is not offered where the site has none', async () => {
    const { asked } = await openPage('/login', () => undefined)
    await screen.findByRole('heading', { name: 'Sign in' }, wait)
    expect(screen.queryByText('or')).toBeNull()
    expect(asked).toEqual([])
  })

  it('P90 P91: leads to any provider but Google with the challenge of a verifier that stays in the tab', async () => {
    let count = 0
    const { user } = await openPage(
      '/login?next=%2Fcharts',
      (call) => (call === start ? [200, begun(`s${(count += 1)}`)] : undefined),
      { google: 'client' },
    )
    await user.click(
      await screen.findByRole('button', { name: 'Continue with your identity provider' }, wait),
    )
    await waitFor(() => expect(left).toHaveBeenCalledOnce())
    const url = new URL(left.mock.calls[0]?.[0] ?? '')
    const kept = JSON.parse(sessionStorage.getItem('provider-attempt') ?? '{}') as Record<string, string>
    expect(kept).toMatchObject({ state: 's2', end: 'sign-in', next: '/charts', redirectUri: callbackUri })
    expect(kept['verifier']).toMatch(/^[\w-]{43}$/)
    expect(url.searchParams.get('code_challenge')).toBe(await digestOf(kept['verifier'] ?? ''))
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    // Whoever did not sign out here is let in as the provider knows them.
    expect(url.searchParams.get('max_age')).toBe('31536000')
    expect(document.querySelector('script[src*="google"]')).toBeNull()
  })

  it('A143: whoever has signed out here is to prove anew at the provider who they are', async () => {
    let signedIn = true
    const own = {
      ...{ id: 1, current: true, created_at: '2026-11-21T11:00:00Z', last_seen_at: '2026-11-21T11:30:00Z' },
      ...{
        ip: '192.0.2.1',
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
    }
    const { user } = await openPage(
      '/settings?tab=sessions',
      (call) => {
        if (call === start) return [200, begun('s1')]
        if (call.startsWith('DELETE')) {
          signedIn = false
          return 204
        }
        if (!signedIn) return undefined
        return call.includes('sessions') ? [200, { sessions: [own] }] : [200, robin]
      },
      { google: 'client' },
    )
    await user.click(await screen.findByRole('button', { name: 'Sign out' }, wait))
    await user.click(
      await screen.findByRole('button', { name: 'Continue with your identity provider' }, wait),
    )
    await waitFor(() => expect(left).toHaveBeenCalledOnce())
    expect(new URL(left.mock.calls[0]?.[0] ?? '').searchParams.get('max_age')).toBe('600')
  })

  it('P90: says so when the provider does not answer, and tries again at a click', async () => {
    let up = false
    const { user } = await openPage(
      '/login',
      (call) => (call !== start ? undefined : up ? [200, begun('s1')] : [503, problem(503, 'unavailable')]),
      { google: 'client' },
    )
    const button = await screen.findByRole('button', { name: 'Continue with your identity provider' }, wait)
    await user.click(button)
    await screen.findByText(/isn’t responding/)
    up = true
    await user.click(button)
    await waitFor(() => expect(left).toHaveBeenCalledOnce())
  })
})

describe('Google', { timeout: 90_000 }, () => {
  function google() {
    const initialize = vi.fn<GoogleId['initialize']>()
    const renderButton = vi.fn<GoogleId['renderButton']>()
    window.google = { accounts: { id: { initialize, renderButton } } }
    return { initialize, renderButton }
  }
  const script = async () => {
    await waitFor(() => expect(document.querySelector('script')).not.toBeNull(), wait)
    return document.querySelector('script') as HTMLScriptElement
  }

  it('P92: goes by its own button and a token with our nonce, and a refused one begins again', async () => {
    let count = 0
    const page = await openPage(
      '/login?next=%2Fsettings',
      (call, body) => {
        if (call === start) return [200, begun(`s${(count += 1)}`, 'accounts.google.com')]
        if (call !== login) return count > 2 || call.includes('/list/') ? [200, robin] : undefined
        return (body as { credential: string }).credential === 'good'
          ? [200, robin]
          : [400, problem(400, 'invalid_credential', { detail: 'Sign in with your password first.' })]
      },
      { google: 'our-client' },
    )
    const tag = await script()
    expect(tag.src).toBe('https://accounts.google.com/gsi/client')
    const { initialize, renderButton } = google()
    act(() => void tag.dispatchEvent(new Event('load')))
    await waitFor(() => expect(renderButton).toHaveBeenCalledOnce())
    expect(initialize.mock.lastCall?.[0]).toMatchObject({ client_id: 'our-client', nonce: 'nonce-of-s1' })
    expect(screen.queryByRole('button', { name: /identity provider/ })).toBeNull()

    act(() => initialize.mock.lastCall?.[0].callback({ credential: 'bad' }))
    await screen.findByText('Sign in with your password first.')
    await waitFor(() => expect(initialize.mock.lastCall?.[0]).toMatchObject({ nonce: 'nonce-of-s2' }))
    act(() => initialize.mock.lastCall?.[0].callback({ credential: 'good' }))
    await screen.findByRole('heading', { name: 'Settings' }, wait)
    expect(page.asked.filter(({ call }) => call === login).map(({ body }) => body)).toEqual([
      { credential: 'bad' },
      { credential: 'good' },
    ])
    expect(left).not.toHaveBeenCalled()
  })

  it('P92: says what holds the script back, and tries again', async () => {
    const { user } = await openPage(
      '/login',
      (call) => (call === start ? [200, begun('s1', 'accounts.google.com')] : undefined),
      { google: 'our-client' },
    )
    const tag = await script()
    act(() => void tag.dispatchEvent(new Event('error')))
    await screen.findByText(/blocking accounts.google.com/)
    await user.click(screen.getByRole('button', { name: 'Try Google again' }))
    const again = await script()
    const { renderButton } = google()
    act(() => void again.dispatchEvent(new Event('load')))
    await waitFor(() => expect(renderButton).toHaveBeenCalledOnce())
    expect(screen.queryByText(/holds back/)).toBeNull()
  })
})

describe('coming back from the provider', { timeout: 90_000 }, () => {
  const back = (query: string, answer: () => Reply = () => [200, robin]) => {
    let signedIn = false
    return openPage(
      `/login/callback?${query}`,
      (call) => {
        if (call !== login) return signedIn ? [200, robin] : undefined
        const said = answer()
        signedIn = typeof said === 'object' && said[0] === 200
        return said
      },
      { google: 'client' },
    )
  }
  const way = () => screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')

  it.each(['4/0Ab-c', '1e5', '12345678901234567890', '"x"'])(
    'P91: hands in the code %s letter by letter, and goes on to where it was begun',
    async (code) => {
      attemptOf({ next: '/settings' })
      const { asked } = await back(`code=${encodeURIComponent(code)}&state=s1&iss=x`)
      await screen.findByRole('heading', { name: 'Settings' }, wait)
      expect(asked.find(({ call }) => call === login)?.body).toEqual({
        code,
        redirect_uri: callbackUri,
        code_verifier: 'v'.repeat(43),
        state: 's1',
      })
      expect(sessionStorage.getItem('provider-attempt')).toBeNull()
      expect(window.location.pathname).toBe('/settings')
    },
  )

  it.each(['https://evil.example/x', '//evil.example', '/\\evil.example'])(
    'P6 P91: goes to the first page where it was to go to %s',
    async (next) => {
      attemptOf({ next })
      await back('code=c&state=s1')
      await waitFor(() => expect(window.location.pathname).toBe('/'), wait)
    },
  )

  it.each([
    ['a forged state', 'code=c&state=other', {}],
    ['no state', 'code=c', {}],
    ['nothing at all', '', {}],
  ])('P93: sends nothing for %s, and has a way on', async (_name, query, attempt) => {
    attemptOf(attempt)
    const { asked } = await back(query)
    await screen.findByText('This sign-in started in another browser', {}, wait)
    expect(asked.filter(({ call }) => call === login)).toEqual([])
    expect(way()).toBe('/login')
  })

  it('P93: sends nothing where the verifier is lost', async () => {
    const { asked } = await back('code=c&state=s1')
    await screen.findByText('This sign-in started in another browser', {}, wait)
    expect(asked.filter(({ call }) => call === login)).toEqual([])
  })

  it.each([
    ['access_denied', /didn’t allow access at the provider/],
    ['server_error', /reported an error: server_error/],
    ['<b>call us</b>', /reported an error: –/],
  ])('P93: says what the provider refused with: %s', async (error, text) => {
    attemptOf({ next: '/charts' })
    await back(`error=${encodeURIComponent(error)}&state=s1&error_description=Call+us`)
    await screen.findByText(text, {}, wait)
    expect(screen.queryByText(/call us/i)).toBeNull()
    expect(way()).toBe('/login?next=%2Fcharts')
  })

  it.each<[string, Reply, RegExp]>([
    ['its reason', [400, problem(400, 'invalid_credential', { detail: 'Sign in first.' })], /Sign in first/],
    ['that it is gone', 'not_configured', /no longer offers sign-in with an identity provider/],
    ['that it is silent', [503, problem(503, 'unavailable')], /isn’t responding/],
  ])('P93: says of a refused proof %s', async (_name, said, text) => {
    attemptOf({})
    await back('code=c&state=s1', () => said)
    await screen.findByText(text, {}, wait)
    screen.getByRole('heading', { name: 'You’re not signed in' })
    expect(way()).toBe('/login')
  })
})

describe('ways to sign in, in the settings', { timeout: 90_000 }, () => {
  const google = {
    id: 3,
    issuer: 'accounts.google.com',
    email: 'robin@gmail.example',
    linked_at: '2026-11-01T10:00:00Z',
  }
  const card = async () => within(await screen.findByRole('region', { name: 'Sign-in methods' }, wait))

  it('P94: are listed, and one goes with the present password', async () => {
    let list = [google]
    const { user, asked } = await openPage(
      '/settings?tab=security',
      (call, body) => {
        if (call === `GET ${methods}`) return [200, { methods: list, addable: null }]
        if (!call.startsWith('DELETE')) return [200, robin]
        if ((body as { password: string }).password !== 'right') return 'invalid_credentials'
        list = []
        return 204
      },
      { google: 'client' },
    )
    const ways = await card()
    await ways.findByText(/robin@gmail.example/)
    await user.click(ways.getByRole('button', { name: 'Remove accounts.google.com' }))
    await user.type(ways.getByLabelText('Current password'), 'wrong{Enter}')
    await ways.findByText('Wrong current password.')
    await user.clear(ways.getByLabelText('Current password'))
    await user.type(ways.getByLabelText('Current password'), 'right{Enter}')
    await waitFor(() => expect(ways.queryByText('accounts.google.com')).toBeNull())
    expect(asked.findLast(({ call }) => call.startsWith('DELETE'))).toEqual({
      call: `DELETE ${methods}3/`,
      body: { password: 'right' },
    })
  })

  it('P94: cannot lose the only one', async () => {
    await openPage(
      '/settings?tab=security',
      (call) =>
        call === `GET ${methods}`
          ? [200, { methods: [google], addable: null }]
          : [200, { ...robin, has_password: false }],
      { google: 'client' },
    )
    const ways = await card()
    const remove = await ways.findByRole('button', { name: 'Remove accounts.google.com' })
    expect(remove.hasAttribute('disabled')).toBe(true)
    expect(ways.getByText(/Your only sign-in method/).id).toBe(remove.getAttribute('aria-describedby'))
  })

  it('P94: get another one at the provider, once the user is proved', async () => {
    const { user } = await openPage(
      '/settings?tab=security',
      (call, body) => {
        if (call === `GET ${methods}`) return [200, { methods: [], addable: 'login.example' }]
        if (call !== `POST ${methods}start/`) return [200, robin]
        return (body as { password: string }).password === 'right'
          ? [200, begun('s9')]
          : 'invalid_credentials'
      },
      { google: 'client' },
    )
    const ways = await card()
    await user.click(await ways.findByRole('button', { name: 'Add login.example' }))
    await user.type(ways.getByLabelText('Current password'), 'right{Enter}')
    await waitFor(() => expect(left).toHaveBeenCalledOnce())
    expect(JSON.parse(sessionStorage.getItem('provider-attempt') ?? '{}')).toMatchObject({
      state: 's9',
      end: 'add',
    })
  })

  it('P94: are added on the way back, and a refusal leads to the settings', async () => {
    attemptOf({ end: 'add' })
    const { asked } = await openPage(
      '/login/callback?code=c&state=s1',
      (call) =>
        call === `POST ${methods}`
          ? [409, problem(409, 'already_linked', { detail: 'It belongs to another account.' })]
          : [200, robin],
      { google: 'client' },
    )
    await screen.findByText('It belongs to another account.', {}, wait)
    expect(screen.getByRole('link', { name: 'Go to settings' }).getAttribute('href')).toBe(
      '/settings?tab=security',
    )
    expect(asked.filter(({ call }) => call === login)).toEqual([])
  })
})

describe('phones', { timeout: 90_000 }, () => {
  it('P67: are said to be not there as soon as the page opens', async () => {
    const channels = ['SMS', 'VOICE', 'EMAIL'].map((channel) => ({
      channel,
      is_available: channel === 'EMAIL',
    }))
    await openPage('/settings?tab=phones', (call) =>
      call.endsWith('/channels/') ? [200, { channels }] : [200, robin],
    )
    await screen.findByText('Phones aren’t available on this site', {}, wait)
    expect(screen.queryByRole('button', { name: 'Add phone' })).toBeNull()
  })

  it('P67: are offered no test call where the site makes none', async () => {
    const phones = [{ user_phone_id: 7, phone: '+12025550143', is_confirmed: true }]
    const channels = ['SMS', 'VOICE', 'EMAIL'].map((channel) => ({
      channel,
      is_available: channel !== 'VOICE',
    }))
    await openPage('/settings?tab=phones', (call) =>
      call.endsWith('/channels/') ? [200, { channels }] : [200, { ...robin, phones }],
    )
    await screen.findByRole('button', { name: 'Add phone' }, wait)
    screen.getByRole('button', { name: 'Remove +12025550143' })
    expect(screen.queryByRole('button', { name: /Test call/ })).toBeNull()
  })
})
