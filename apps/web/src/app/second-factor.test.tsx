import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { openPage, problem, robin } from './testing/open-page.tsx'

const wait = { timeout: 10_000 }
const second = 'POST /api/users/login/second-factor/'
const factors = '/api/users/second-factors/'
const codes = Array.from({ length: 10 }, (_unused, n) => `aaaaaa-bbbbbb-cccccc-dddd${n}2`)
const none = { totp: false, passkeys: [], recovery_codes_left: 0 }
const withApp = { totp: true, passkeys: [], recovery_codes_left: 10 }

async function passwordGiven(methods: string[], answer: (body: unknown) => readonly [number, unknown]) {
  const page = await openPage('/login', (call, body) => {
    if (call === 'POST /api/users/login/') return [200, { second_factor: { methods } }]
    return call === second ? answer(body) : undefined
  })
  await page.user.type(await screen.findByLabelText('E-mail', {}, wait), 'robin@example.org')
  await page.user.type(screen.getByLabelText('Password'), 'a password{Enter}')
  await screen.findByRole('heading', { name: 'Confirm it’s you' }, wait)
  return page
}

describe('the second step of a sign-in', { timeout: 90_000 }, () => {
  it('P750: asks for a code in one field, which phones and browsers fill in', async () => {
    const page = await passwordGiven(['TOTP', 'RECOVERY_CODE'], (body) =>
      (body as { code: string }).code === '123 456' ? [200, robin] : [400, problem(400, 'invalid_code')],
    )
    const field = screen.getByLabelText<HTMLInputElement>('Code from your authenticator app')
    expect([field.autocomplete, field.inputMode, document.activeElement]).toEqual([
      'one-time-code',
      'numeric',
      field,
    ])
    await page.user.type(field, '12{Enter}')
    await screen.findByText('Enter the six digits your app shows')
    await page.user.clear(field)
    await page.user.type(field, '000000{Enter}')
    await screen.findByText('Wrong or used code. Wait for the next one.')
    await page.user.clear(field)
    await page.user.type(field, '123 456{Enter}')
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Confirm it’s you' })).toBeNull(), wait)
    expect(page.asked.filter(({ call }) => call === second).map(({ body }) => body)).toEqual([
      { code: '000000' },
      { code: '123 456' },
    ])
  })

  it('P751: takes a recovery code instead, and leads back to the code', async () => {
    const page = await passwordGiven(['TOTP', 'RECOVERY_CODE'], () => [400, problem(400, 'invalid_code')])
    await page.user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await page.user.type(screen.getByLabelText('Recovery code'), 'AAAA{Enter}')
    await screen.findByText('Wrong or used recovery code.')
    expect(page.asked.find(({ call }) => call === second)?.body).toEqual({ recovery_code: 'AAAA' })
    await page.user.click(screen.getByRole('button', { name: 'Use a code from the app' }))
    screen.getByLabelText('Code from your authenticator app')
    expect(screen.queryByText('Wrong or used recovery code.')).toBeNull()
  })

  it('P750: leads back to the password, by itself where the first step is too old', async () => {
    const detail = 'This sign-in has expired. Start again with your password.'
    const page = await passwordGiven(['TOTP'], () => [400, problem(400, 'invalid_token', { detail })])
    await page.user.click(screen.getByRole('button', { name: 'Back to sign in' }))
    await page.user.type(await screen.findByLabelText('E-mail', {}, wait), 'robin@example.org')
    await page.user.type(screen.getByLabelText('Password'), 'a password{Enter}')
    await page.user.type(
      await screen.findByLabelText('Code from your authenticator app', {}, wait),
      '123456{Enter}',
    )
    await screen.findByText(detail)
    screen.getByLabelText('Password')
  })

  it('P750: says where to go where nothing can be given here', async () => {
    await passwordGiven([], () => [400, problem(400, 'invalid_code')])
    screen.getByText(/None of your second factors works at this address/)
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
  })
})

describe('second factors in the settings', { timeout: 90_000 }, () => {
  it('P753 P755: an app is set up by its QR code and a code of it; the recovery codes are shown once', async () => {
    let own: object = none
    const page = await openPage('/settings?tab=security', (call, body) => {
      if (call === `GET ${factors}`) return [200, own]
      if (call === `POST ${factors}totp/`)
        return [
          200,
          { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/Roundsman:robin?secret=GEZD' },
        ]
      if (call === `POST ${factors}totp/confirm/`) {
        if ((body as { code: string }).code !== '123456') return [400, problem(400, 'invalid_code')]
        own = withApp
        return [200, { recovery_codes: codes }]
      }
      return call === 'GET /api/users/sign-in-methods/' ? [200, { methods: [], addable: null }] : [200, robin]
    })
    const card = within(await screen.findByRole('region', { name: 'Second factor' }, wait))
    await page.user.click(await card.findByRole('button', { name: 'Set up' }, wait))
    const dialog = within(await screen.findByRole('dialog', { name: 'Authenticator app' }, wait))
    await dialog.findByRole('img', { name: 'QR code for your authenticator app' }, wait)
    dialog.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')
    const field = dialog.getByLabelText('Code from your authenticator app')
    await page.user.type(field, '000000{Enter}')
    await dialog.findByText('Wrong or used code. Wait for the next one.')
    await page.user.clear(field)
    await page.user.type(field, '123456{Enter}')
    const shown = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }, wait))
    for (const code of codes) shown.getByText(code)
    for (const name of ['Copy', 'Download', 'Print']) shown.getByRole('button', { name })
    // Neither a click beside it nor Escape takes away what is shown once.
    await page.user.keyboard('{Escape}')
    await page.user.click(shown.getByRole('button', { name: 'I’ve saved them' }))
    await waitFor(() => expect(screen.queryByText(codes[0] ?? '')).toBeNull(), wait)
    await card.findByText('On')
    card.getByText('10 codes left. Each works once, if you lose your other factors.')
  })

  it('P755: the recovery codes can be saved and printed', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue()
    const page = await openPage('/settings?tab=security', (call) => {
      if (call === `GET ${factors}`) return [200, withApp]
      if (call === `POST ${factors}recovery-codes/`) return [200, { recovery_codes: codes }]
      return call === 'GET /api/users/sign-in-methods/' ? [200, { methods: [], addable: null }] : [200, robin]
    })
    await page.user.click(await screen.findByRole('button', { name: 'Create new codes' }, wait))
    const shown = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }, wait))
    await page.user.click(shown.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledTimes(1)
    print.mockRestore()
  })

  it('P754: what needs a factor asks for it in the middle, and goes on once it is given', async () => {
    let isGiven = false
    const page = await openPage('/settings?tab=security', (call) => {
      if (call === `GET ${factors}`) return [200, withApp]
      if (call === 'GET /api/users/sign-in-methods/') return [200, { methods: [], addable: null }]
      if (call === second) {
        isGiven = true
        return [200, robin]
      }
      if (call === 'POST /api/users/password-change/')
        return isGiven ? [204, undefined] : [403, problem(403, 'second_factor_needed')]
      return [200, robin]
    })
    const change = async () => {
      const card = within(await screen.findByRole('region', { name: 'Password' }, wait))
      await page.user.type(card.getByLabelText('Current password'), 'the old one')
      await page.user.type(card.getByLabelText('New password'), 'quite another one{Enter}')
      return card
    }
    const card = await change()
    let dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }, wait))
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await card.findByText('It is second_factor_needed.')
    await page.user.click(card.getByRole('button', { name: 'Change password' }))
    dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }, wait))
    await page.user.type(dialog.getByLabelText('Code from your authenticator app'), '123456{Enter}')
    await card.findByText('Password changed.', { exact: false }, wait)
  })

  it('P754: the first factor asks for the password where the sign-in is a while ago, says when it is wrong, and goes on', async () => {
    const totp = `POST ${factors}totp/`
    const page = await openPage('/settings?tab=security', (call, body) => {
      if (call === `GET ${factors}`) return [200, none]
      if (call === 'GET /api/users/sign-in-methods/') return [200, { methods: [], addable: null }]
      if (call !== totp) return [200, robin]
      const { password } = body as { password?: string }
      if (password === undefined)
        return [400, problem(400, 'validation_failed', { errors: { password: ['Required.'] } })]
      if (password !== 'the right one') return [400, problem(400, 'invalid_credentials')]
      return [200, { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/Roundsman:robin' }]
    })
    const card = within(await screen.findByRole('region', { name: 'Second factor' }, wait))
    await page.user.click(await card.findByRole('button', { name: 'Set up' }, wait))
    const asked = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }, wait))
    asked.getByText('Adding a second factor needs your password.')
    await page.user.type(asked.getByLabelText('Current password'), 'a wrong one{Enter}')
    await asked.findByText('Wrong current password.')
    await page.user.clear(asked.getByLabelText('Current password'))
    await page.user.type(asked.getByLabelText('Current password'), 'the right one{Enter}')
    await screen.findByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ', {}, wait)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm it’s you' })).toBeNull(), wait)
    expect(page.asked.filter(({ call }) => call === totp).map(({ body }) => body)).toEqual([
      {},
      { password: 'a wrong one' },
      { password: 'the right one' },
    ])
  })

  it('P753: a passkey is listed with its last use, and goes after a question', async () => {
    const passkey = { id: 7, name: 'My phone', created_at: '2026-11-01T10:00:00.000Z', last_used_at: null }
    let own = { totp: false, passkeys: [passkey], recovery_codes_left: 1 }
    const page = await openPage('/settings?tab=security', (call) => {
      if (call === `GET ${factors}`) return [200, own]
      if (call === `DELETE ${factors}passkeys/7/`) {
        own = { ...own, passkeys: [], recovery_codes_left: 0 }
        return [204, undefined]
      }
      return call === 'GET /api/users/sign-in-methods/' ? [200, { methods: [], addable: null }] : [200, robin]
    })
    const card = within(await screen.findByRole('region', { name: 'Second factor' }, wait))
    await card.findByText(/never used/, {}, wait)
    card.getByText('1 code left. Each works once, if you lose your other factors.')
    await page.user.click(card.getByRole('button', { name: 'Remove passkey My phone' }))
    card.getByText(
      'Remove the passkey “My phone”? It will no longer sign you in, and other devices are signed out.',
    )
    await page.user.click(card.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(card.queryByText('My phone')).toBeNull(), wait)
    expect(card.queryByRole('button', { name: 'Create new codes' })).toBeNull()
  })

  it('P756: somebody whose group gives nothing without one is told', async () => {
    const user = { ...robin, groups: ['member', 'vip'] }
    await openPage('/settings?tab=security', (call) => {
      if (call === `GET ${factors}`) return [200, none]
      return call === 'GET /api/users/sign-in-methods/' ? [200, { methods: [], addable: null }] : [200, user]
    })
    await screen.findByText(/Your group requires a second factor/, {}, wait)
  })

  it('P872: a network that a group opens with one leads to where it is set up, and opens then', async () => {
    let user = { ...robin, groups: ['member', 'vip'] }
    let own: object = none
    const answer = (call: string): [number, unknown] => {
      if (call === `GET ${factors}`) return [200, own]
      if (call === `POST ${factors}totp/`)
        return [200, { secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/Roundsman:robin?secret=GEZD' }]
      if (call === `POST ${factors}totp/confirm/`) {
        user = { ...user, abilities: [...robin.abilities, { action: 'read', subject: 'VIP' }] }
        own = withApp
        return [200, { recovery_codes: codes }]
      }
      return call === 'GET /api/users/sign-in-methods/' ? [200, { methods: [], addable: null }] : [200, user]
    }
    const page = await openPage('/settings?tab=contacts', answer, { networks: [{ access: 'VIP' }] })
    await screen.findByRole('heading', { name: 'Set up a second factor to go on' }, wait)
    screen.getByText(/^Your group has access to Celestia Mainnet only with a second factor/)
    expect(document.title).toContain('Set up a second factor to go on')
    expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull()
    await page.user.click(screen.getByRole('link', { name: 'Set up a second factor' }))
    const card = within(await screen.findByRole('region', { name: 'Second factor' }, wait))
    await page.user.click(await card.findByRole('button', { name: 'Set up' }, wait))
    const dialog = within(await screen.findByRole('dialog', { name: 'Authenticator app' }, wait))
    await page.user.type(
      await dialog.findByLabelText('Code from your authenticator app', {}, wait),
      '123456{Enter}',
    )
    await page.user.click(await screen.findByRole('button', { name: 'I’ve saved them' }, wait))
    await screen.findByRole('navigation', { name: 'Main navigation' }, wait)
  })

  it('P720: the security log says by what somebody signed in', async () => {
    const place = { ip: '192.0.2.7', user_agent: 'x' }
    const events = [
      {
        id: 2,
        at: '2026-11-01T10:00:00.000Z',
        kind: 'login',
        ...place,
        detail: 'https://id.example.org, TOTP',
      },
      { id: 1, at: '2026-11-01T09:00:00.000Z', kind: 'second_factor_failed', ...place, detail: null },
    ]
    await openPage('/settings?tab=sessions', (call) => {
      if (call.startsWith('GET /api/users/audit/')) return [200, { events }]
      return call === 'GET /api/users/sessions/' ? [200, { sessions: [] }] : [200, robin]
    })
    const card = within(await screen.findByRole('region', { name: 'Security log' }, wait))
    await card.findByText('https://id.example.org, authenticator app', {}, wait)
    card.getByText('Wrong second factor')
  })
})
