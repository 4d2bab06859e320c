import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage, problem, robin } from './testing/open-page.tsx'

const wait = { timeout: 10_000 }

describe('pages of mailed links', { timeout: 90_000 }, () => {
  it('P60: leads from the sign-in page to a link for a new password, and says the same of every address', async () => {
    const { user, asked } = await openPage('/login', (call) =>
      call.startsWith('POST') ? [202, { detail: 'Sent.' }] : undefined,
    )
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }, wait))
    await screen.findByRole('heading', { name: 'Reset password' }, wait)
    await user.type(screen.getByLabelText('E-mail'), 'robin')
    await user.click(screen.getByRole('button', { name: 'Send link' }))
    screen.getByText('Enter an address like name@example.org')
    expect(asked).toEqual([])
    await user.type(screen.getByLabelText('E-mail'), '@example.org{Enter}')
    await screen.findByText(/If robin@example.org has an account/)
    expect(asked).toEqual([{ call: 'POST /api/users/reset-password/', body: { email: 'robin@example.org' } }])
  })

  it('P113: counts down until a mail may be sent again, and says so where none was sent', async () => {
    let wait_ = '60'
    const page = await openPage('/reset-password', (call) =>
      call.startsWith('POST') ? [202, { detail: 'Sent.' }, { 'retry-after': wait_ }] : undefined,
    )
    await page.user.type(await screen.findByLabelText('E-mail', {}, wait), 'robin@example.org{Enter}')
    const waiting = await screen.findByRole<HTMLButtonElement>(
      'button',
      { name: 'Resend in 1\u00a0min' },
      wait,
    )
    expect(waiting.disabled).toBe(true)
    await act(() => page.clock.advance(18_000))
    expect(screen.getByRole('button', { name: 'Resend in 42\u00a0s' }).isConnected).toBe(true)
    await act(() => page.clock.advance(42_000))
    wait_ = '2400'
    await page.user.click(screen.getByRole('button', { name: 'Resend' }))
    await screen.findByText(/^Too many e-mails this hour/)
    expect(screen.getByRole('button', { name: 'Resend in 40\u00a0min' }).isConnected).toBe(true)
    expect(screen.queryByText('Sent again.')).toBeNull()
    expect(page.asked).toHaveLength(2)
  })

  it('P113: a right password before the address is confirmed says what is missing, and offers the mail again', async () => {
    const page = await openPage('/login', (call) =>
      call === 'POST /api/users/login/'
        ? 'email_not_confirmed'
        : call === 'POST /api/users/register/'
          ? [202, { detail: 'Sent.' }]
          : undefined,
    )
    await page.user.type(await screen.findByLabelText('E-mail', {}, wait), 'robin@example.org')
    await page.user.type(screen.getByLabelText('Password'), 'glass harbour{Enter}')
    await screen.findByText('It is email_not_confirmed.')
    await page.user.click(screen.getByRole('button', { name: 'Resend e-mail' }))
    await screen.findByText(/We sent a link to robin@example.org/)
    expect(page.asked.at(-1)).toEqual({
      call: 'POST /api/users/register/',
      body: { email: 'robin@example.org', password: 'glass harbour' },
    })
    expect(screen.getByRole('button', { name: 'Resend in 1\u00a0min' }).isConnected).toBe(true)
  })

  it.each([
    ['/login', 'Sign in'],
    ['/register', 'Create an account'],
    ['/register/confirm?token=t', 'Confirm your address'],
    ['/reset-password', 'Reset password'],
    ['/reset-password/confirm?token=t', 'New password'],
    ['/email-change/confirm?token=t', 'Confirm your address'],
    ['/acknowledge?token=t', 'Respond to alert'],
    ['/404', 'Page not found'],
    ['/500', 'Something went wrong on our side'],
  ])('P117: the window of %s is called after the network, then %s', async (path, title) => {
    await openPage(path, () => undefined)
    await screen.findByRole('heading', { level: 1 }, wait)
    expect(document.title).toBe(`Celestia Mainnet · ${title} · Blockchain Monitoring`)
  })

  it('P57: begins at the content of a page, or at the field that takes the focus', async () => {
    const { user } = await openPage('/login', () => undefined)
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }, wait))
    await screen.findByRole('heading', { name: 'Reset password' }, wait)
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
    await user.click(screen.getByRole('link', { name: 'Back to sign in' }))
    await user.click(await screen.findByRole('link', { name: 'Create an account' }, wait))
    await screen.findByRole('button', { name: 'Create an account' }, wait)
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('P61: sets a password, and shows at the field what the server says of it', async () => {
    const { user, asked } = await openPage('/reset-password/confirm?token=abc', (call, body) =>
      !call.startsWith('POST')
        ? undefined
        : (body as { password: string }).password === 'password'
          ? [400, problem(400, 'validation_failed', { errors: { password: ['Too common.'] } })]
          : [200, { detail: 'Set.' }],
    )
    const field = await screen.findByLabelText('New password', {}, wait)
    expect(field.getAttribute('autocomplete')).toBe('new-password')
    await user.type(field, 'password{Enter}')
    expect((await screen.findByText('Too common.')).id).toBe(field.getAttribute('aria-describedby'))
    await user.clear(field)
    await user.type(field, 'glass harbour{Enter}')
    await screen.findByRole('heading', { name: 'Password changed' })
    expect(asked.at(-1)?.body).toEqual({ token: 'abc', password: 'glass harbour' })
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  })

  it('P62: shows a way on where a link has expired', async () => {
    const { user } = await openPage('/email-change/confirm?token=old', (call) =>
      call.startsWith('POST') ? 'invalid_token' : [200, robin],
    )
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }, wait))
    await screen.findByRole('heading', { name: 'This link no longer works' })
    expect(screen.getByRole('link', { name: 'Go to settings' }).getAttribute('href')).toBe('/settings')
  })

  it('P7: confirms an address on a click, not on being opened', async () => {
    const { user, asked } = await openPage('/email-change/confirm?token=new', (call) =>
      call.startsWith('POST') ? [200, { email: 'new@example.org' }] : [200, robin],
    )
    const button = await screen.findByRole('button', { name: 'Confirm address' }, wait)
    expect(asked).toEqual([])
    await user.click(button)
    await screen.findByText('Sign in with new@example.org from now on.')
  })
})
