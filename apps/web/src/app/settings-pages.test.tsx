import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage, problem, robin } from './testing/open-page.tsx'

const wait = { timeout: 10_000 }
const phone = { user_phone_id: 7, phone: '+12025550143', is_confirmed: false }

describe('the settings', { timeout: 90_000 }, () => {
  it('P63: save the profile, and a name can be taken away', async () => {
    let user = { ...robin, avatar: '/api/users/profile/avatar/x/256/' as string | null }
    const page = await openPage('/settings', (call, body) => {
      if (call === 'PUT /api/users/profile/') user = { ...user, ...(body as object) }
      if (call === 'DELETE /api/users/profile/avatar/') user = { ...user, avatar: null }
      return [200, user]
    })
    // Roles are slow to find beside the four hundred time zones.
    await page.user.clear(await screen.findByLabelText('First name', {}, wait))
    await page.user.selectOptions(screen.getByLabelText('Language', { selector: 'select' }), 'uk')
    await page.user.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Paris')
    await page.user.click(screen.getByText('Save'))
    // The page's language is the profile's from now on (P58).
    await screen.findByText('Збережено.')
    expect(page.asked.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      first_name: '',
      last_name: '',
      language: 'uk',
      timezone: 'Europe/Paris',
      avatar: '/api/users/profile/avatar/x/256/',
    })
    await page.user.click(screen.getByText('Видалити'))
    await waitFor(() => expect(screen.queryByText('Видалити')).toBeNull())
  })

  it('P482: list time zones by continent and city, this browser’s first, with the kept one chosen', async () => {
    await openPage('/settings', () => [200, { ...robin, timezone: 'Asia/Tokyo' }])
    const zones = await screen.findByLabelText<HTMLSelectElement>('Time zone', {}, wait)
    expect([zones.value, zones.selectedOptions[0]?.text]).toEqual(['Asia/Tokyo', 'Tokyo (UTC+9)'])
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect([zones.options[0]?.value, zones.querySelector('optgroup')?.label]).toEqual([here, 'This browser'])
    const asia = [...zones.querySelectorAll('optgroup')].find(({ label }) => label === 'Asia')
    const cities = [...(asia?.querySelectorAll('option') ?? [])].map(({ text }) => text)
    expect(cities.length).toBeGreaterThan(50)
    expect(cities).toEqual([...cities].sort(new Intl.Collator('en', { numeric: true }).compare))
  })

  it('P483: show the favicon where there is no picture, as the bar does', async () => {
    await openPage('/settings', () => [200, { ...robin, avatar: null }])
    const picture = await screen.findByAltText<HTMLImageElement>('Picture', {}, wait)
    const inBar = screen.getByLabelText(/^Account: /).querySelector('img')
    expect([picture, inBar].map((image) => image?.getAttribute('src'))).toEqual([
      ...['/favicon.svg', '/favicon.svg'],
    ])
  })

  it('P582: let somebody take their data with them, and delete the account by its password', async () => {
    const page = await openPage('/settings?tab=security', (call, body) => {
      if (!call.startsWith('DELETE')) return [200, robin]
      return (body as { password: string }).password === 'right'
        ? [204, undefined]
        : [400, problem(400, 'invalid_credentials')]
    })
    const card = within(await screen.findByRole('region', { name: 'Your data' }, wait))
    const link = card.getByRole('link', { name: 'Download my data' })
    expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual(['/api/users/export/', true])
    await page.user.click(card.getByRole('button', { name: 'Delete my account…' }))
    card.getByText(`Delete the account ${robin.email}?`)
    await page.user.click(card.getByRole('button', { name: 'Delete for good' }))
    card.getByText('Enter your password')
    expect(page.asked.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
    await page.user.type(card.getByLabelText('Current password'), 'wrong')
    await page.user.click(card.getByRole('button', { name: 'Delete for good' }))
    await card.findByText('Wrong current password.')
    await page.user.clear(card.getByLabelText('Current password'))
    await page.user.type(card.getByLabelText('Current password'), 'right')
    await page.user.click(card.getByRole('button', { name: 'Delete for good' }))
    await screen.findByRole('heading', { name: 'Sign in' }, wait)
  })

  it('P484: separate what this browser keeps from what the next load of the page forgets', async () => {
    await openPage('/settings?tab=appearance', () => [200, robin])
    const part = async (name: string) => within(await screen.findByRole('region', { name }, wait))
    const names = (within: Awaited<ReturnType<typeof part>>) =>
      within.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent)
    expect(names(await part('Saved in this browser'))).toContain('Skin')
    const forgotten = await part('Until you reload the page')
    expect(names(forgotten)).toEqual(['Layout', 'App bar', 'Footer', 'Notification position'])
    expect(forgotten.getAllByRole('switch').length).toBe(1)
  })

  it('P114: ask before edits are left behind, and only then', async () => {
    const page = await openPage('/settings', (_call, body) => [
      200,
      { ...robin, ...(body as object | undefined) },
    ])
    const name = await screen.findByLabelText<HTMLInputElement>('First name', {}, wait)
    const toSecurity = () => page.user.click(screen.getByRole('link', { name: 'Security' }))
    await page.user.type(name, ' Wren')
    await toSecurity()
    await screen.findByRole('dialog', { name: 'Leave without saving?' }, wait)
    await page.user.click(screen.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(name.value).toBe('Robin Wren')
    expect(window.location.search).toBe('')
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
    await toSecurity()
    await page.user.click(await screen.findByRole('button', { name: 'Discard changes' }, wait))
    await screen.findByLabelText('New password', {}, wait)

    await page.user.click(screen.getByRole('link', { name: 'Profile' }))
    await page.user.type(await screen.findByLabelText('First name', {}, wait), ' Wren')
    await page.user.click(screen.getByText('Save'))
    await screen.findByText('Saved.')
    await toSecurity()
    await screen.findByLabelText('New password', {}, wait)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('P63: ?tab=nonsense is the first part of them, which leaves the address', async () => {
    await openPage('/settings?tab=nonsense', () => [200, robin])
    await screen.findByLabelText('First name', {}, wait)
    expect(screen.getByRole('link', { name: 'Profile' }).getAttribute('aria-current')).toBe('page')
    expect(window.location.search).toBe('')
  })

  it('A45: show at the field that one’s own address and the present password are not taken for new ones', async () => {
    const refused = (field: string, why: string) =>
      [400, problem(400, 'validation_failed', { errors: { [field]: [why] } })] as const
    const page = await openPage('/settings?tab=security', (call) =>
      call.endsWith('/email-change/')
        ? refused('email', 'This is your address already.')
        : call.endsWith('/password-change/')
          ? refused('new_password', 'This is your present password.')
          : [200, robin],
    )
    const password = within(await screen.findByRole('region', { name: 'Password' }, wait))
    await page.user.type(password.getByLabelText('Current password'), 'right')
    const fresh = password.getByLabelText('New password')
    await page.user.type(fresh, 'right again{Enter}')
    expect((await password.findByText('This is your present password.')).id).toBe(
      fresh.getAttribute('aria-describedby'),
    )
    const email = within(screen.getByRole('region', { name: 'E-mail' }))
    await page.user.type(email.getByLabelText('Current password'), 'right')
    const address = email.getByLabelText('New e-mail')
    await page.user.type(address, 'robin@example.org{Enter}')
    expect((await email.findByText('This is your address already.')).id).toBe(
      address.getAttribute('aria-describedby'),
    )
  })

  it('P85: say of a file that it is too large or no picture, before anything is sent', async () => {
    const page = await openPage('/settings', () => [200, robin])
    const input = await screen.findByLabelText('Choose picture', { selector: 'input' }, wait)
    const film = new File(['x'], 'me.png', { type: 'image/png' })
    Object.defineProperty(film, 'size', { value: 25 * 1024 * 1024 + 1 })
    await page.user.upload(input, film)
    await screen.findByText(/larger than 25 MiB/)
    await page.user.upload(input, new File(['x'], 'me.png', { type: 'image/png' }))
    await screen.findByText(/isn’t a picture we can read/)
    expect(page.asked.filter(({ call }) => !call.startsWith('GET'))).toEqual([])
  })

  it('P64: change the password with the present one', async () => {
    const page = await openPage('/settings?tab=security', (call, body) =>
      call === 'POST /api/users/password-change/'
        ? (body as { old_password: string }).old_password === 'right'
          ? 204
          : 'invalid_credentials'
        : [200, robin],
    )
    const card = within(await screen.findByRole('region', { name: 'Password' }, wait))
    const old = card.getByLabelText('Current password')
    await page.user.click(card.getByRole('button', { name: 'Change password' }))
    expect(card.getByText('Enter your password').id).toBe(old.getAttribute('aria-describedby'))
    await page.user.type(old, 'wrong')
    await page.user.type(card.getByLabelText('New password'), 'glass harbour{Enter}')
    await card.findByText('Wrong current password.')
    await page.user.clear(old)
    await page.user.type(old, 'right{Enter}')
    await card.findByText(/Password changed/)
  })

  it('P64: ask for no present password where there is none', async () => {
    await openPage('/settings?tab=security', () => [200, { ...robin, has_password: false }])
    await screen.findByLabelText('New password', {}, wait)
    expect(screen.queryByLabelText('Current password')).toBeNull()
  })

  it('P65: end another session; ending this one leads to the sign-in page', async () => {
    let signedIn = true
    let sessions = [1, 2].map((id) => ({
      id,
      current: id === 1,
      created_at: '2026-11-21T11:00:00Z',
      last_seen_at: '2026-11-21T11:30:00Z',
      ip: `192.0.2.${id}`,
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    }))
    const page = await openPage('/settings?tab=sessions', (call) => {
      const [, id] = /^DELETE .*\/(\d)\/$/.exec(call) ?? []
      if (id !== undefined) sessions = sessions.filter((one) => String(one.id) !== id)
      if (id === '1') signedIn = false
      if (id !== undefined) return 204
      if (!signedIn) return undefined
      return call.includes('sessions') ? [200, { sessions }] : [200, robin]
    })
    const other = { name: 'End session: Firefox, Linux, 192.0.2.2' }
    await page.user.click(await screen.findByRole('button', other, wait))
    await waitFor(() => expect(screen.queryByRole('button', other)).toBeNull())
    await page.user.click(screen.getByRole('button', { name: 'Sign out' }))
    await screen.findByRole('heading', { name: 'Sign in' }, wait)
  })

  it('P118: group what is alike, end a group or all others at once', async () => {
    const session = (id: number, change: object) => ({
      id,
      current: false,
      created_at: '2026-11-20T11:00:00Z',
      last_seen_at: '2026-11-21T11:30:00Z',
      ip: '192.0.2.1',
      user_agent: 'curl/8.1',
      ...change,
    })
    let sessions = [
      session(1, { current: true }),
      session(2, {}),
      session(3, {}),
      session(4, { ip: '192.0.2.4' }),
    ]
    const page = await openPage('/settings?tab=sessions', (call) => {
      const [, id] = /^DELETE .*\/(\d)\/$/.exec(call) ?? []
      if (id !== undefined) sessions = sessions.filter((one) => String(one.id) !== id)
      if (call === 'DELETE /api/users/sessions/') sessions = sessions.filter(({ current }) => current)
      if (call.startsWith('DELETE')) return 204
      return call.includes('sessions') ? [200, { sessions }] : [200, robin]
    })
    const group = await screen.findByRole('button', { name: 'End 2 sessions: curl, 192.0.2.1' }, wait)
    screen.getByText('curl · 2 sessions')
    await page.user.click(screen.getByRole('button', { name: 'Sessions: curl, 192.0.2.1' }))
    expect(await screen.findAllByRole('button', { name: 'End' })).toHaveLength(2)
    await page.user.click(group)
    await waitFor(() => expect(group.isConnected).toBe(false))
    expect(sessions.map(({ id }) => id)).toEqual([1, 4])
    await page.user.click(screen.getByRole('button', { name: 'End all others' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull())
    expect(sessions.map(({ id }) => id)).toEqual([1])
    screen.getByRole('button', { name: 'Sign out' })
  })

  it('P720: show what touched the security of the account, fifty at a time, and ask again for what failed', async () => {
    const event = (id: number) => ({
      ...{
        id,
        at: '2026-11-21T11:30:00Z',
        kind: 'login',
        ip: '192.0.2.9',
        user_agent: 'curl/8.1',
        detail: null,
      },
    })
    const granted = { ...event(1), kind: 'group_granted', ip: null, user_agent: null, detail: 'vip' }
    let works = true
    const page = await openPage('/settings?tab=sessions', (call) => {
      if (call.includes('/audit/') && !works) return [500, problem(500, 'internal_error')]
      if (call.includes('before=52')) return [200, { events: [granted] }]
      if (call.includes('/audit/'))
        return [200, { events: Array.from({ length: 50 }, (_, index) => event(101 - index)) }]
      return call.includes('sessions') ? [200, { sessions: [] }] : [200, robin]
    })
    const log = within(await screen.findByRole('region', { name: 'Security log' }, wait))
    await waitFor(() => expect(log.getAllByRole('listitem')).toHaveLength(50))
    log.getAllByText((_, element) => element?.textContent === 'curl · 192.0.2.9')
    works = false
    await page.user.click(log.getByRole('button', { name: 'Show older' }))
    const again = await log.findByRole('button', { name: 'Try again' })
    expect(log.getAllByRole('listitem')).toHaveLength(50)
    works = true
    await page.user.click(again)
    await waitFor(() => expect(log.getAllByRole('listitem')).toHaveLength(51))
    const last = log.getAllByRole('listitem').at(-1)
    expect(last?.textContent).toContain('Added to a group: vip')
    expect(last?.textContent).toContain('By the site’s operator')
    expect(log.queryByRole('button', { name: 'Show older' })).toBeNull()
  })

  it('P84: keep the sessions that they knew when asking again fails, and try once more when asked to', async () => {
    const mine = {
      ...{ id: 1, current: true, created_at: '2026-11-21T11:00:00Z', last_seen_at: '2026-11-21T11:30:00Z' },
      ...{
        ip: '192.0.2.1',
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
    }
    let works = true
    const page = await openPage('/settings?tab=sessions', (call) => {
      if (call.includes('/audit/')) return [200, { events: [] }]
      if (!call.includes('sessions')) return [200, robin]
      return works ? [200, { sessions: [mine] }] : [500, problem(500, 'internal_error')]
    })
    await screen.findByText('Firefox, Linux', {}, wait)
    works = false
    await act(() => page.queries.invalidateQueries({ queryKey: ['sessions'] }))
    const again = await screen.findByRole('button', { name: 'Try again' }, wait)
    screen.getByText('Firefox, Linux')
    works = true
    await page.user.click(again)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
    screen.getByText('Firefox, Linux')
    screen.getByText('Nothing since the log began.')
  })

  it('P66: take a pasted code with whatever stands around it, and count the tries', async () => {
    let phones = [] as (typeof phone)[]
    const page = await openPage('/settings?tab=phones', (call, body) => {
      if (call === 'POST /api/users/phone/') {
        phones = [phone]
        return [201, { ...phone, resend_after: '2026-11-21T12:00:30Z' }]
      }
      if (call === 'POST /api/users/phone/confirm/') {
        if ((body as { code: string }).code !== '481516')
          return [400, problem(400, 'invalid_code', { attempts_left: 4 })]
        phones = [{ ...phone, is_confirmed: true }]
        return [200, phones[0]]
      }
      if (call.includes('/resend/')) return [202, { resend_after: '2026-11-21T12:02:00Z' }]
      if (call.includes('/test-voice/')) return [202, { detail: 'We are calling.' }]
      if (call === 'DELETE /api/users/phone/') {
        phones = []
        return 204
      }
      return [200, { ...robin, phones }]
    })
    await page.user.click(await screen.findByRole('button', { name: 'Add phone' }, wait))
    await page.user.type(screen.getByLabelText('Number'), '+1 202 555 0143{Enter}')
    const field = await screen.findByLabelText('Six-digit code')
    expect(field.getAttribute('autocomplete')).toBe('one-time-code')

    const waiting = screen.getByRole('button', { name: 'Resend in 30\u00a0s' })
    expect(waiting.hasAttribute('disabled')).toBe(true)
    await act(() => page.clock.advance(30_000))
    await page.user.click(screen.getByRole('button', { name: 'Resend' }))
    await screen.findByRole('button', { name: /Resend in 1\smin/ })

    await page.user.type(field, '000000')
    await screen.findByText('Wrong code. 4 attempts left.')
    await page.user.click(field)
    await page.user.paste('Your code: 481 516')
    await screen.findByText('Confirmed')

    await page.user.click(screen.getByRole('button', { name: 'Test call to +12025550143' }))
    await screen.findByText('We are calling.')
    await page.user.click(screen.getByRole('button', { name: 'Remove +12025550143' }))
    await page.user.click(screen.getByRole('button', { name: 'Remove' }))
    await screen.findByText('No phone yet')
  })

  it('P363: say that a code is on its way only as long as it can be used', async () => {
    const sent = 'We texted you a code. It expires in ten minutes.'
    const neutral = 'Enter the code we texted you, or send a new one.'
    const page = await openPage('/settings?tab=phones', (call) =>
      call.includes('/resend/')
        ? [202, { resend_after: '2026-11-21T12:00:30Z' }]
        : [200, { ...robin, phones: [phone] }],
    )
    // Added some other day.
    await screen.findByText(neutral, {}, wait)
    expect(screen.queryByText(sent)).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Resend' }))
    await screen.findByText(sent)
    await act(() => page.clock.advance(600_000))
    await screen.findByText(neutral)
    expect(screen.queryByText(sent)).toBeNull()
  })

  it('P67: say that a site has no phones', async () => {
    const page = await openPage('/settings?tab=phones', (call) =>
      call.startsWith('POST') ? 'not_configured' : [200, robin],
    )
    await page.user.click(await screen.findByRole('button', { name: 'Add phone' }, wait))
    await page.user.type(screen.getByLabelText('Number'), '+1 202 555 0143{Enter}')
    await screen.findByText('Phones aren’t available on this site')
    expect(screen.queryByLabelText('Number')).toBeNull()
  })
})
