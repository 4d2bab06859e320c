import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { register } from '../src/account-journey/registration.ts'
import { violations } from '../src/axe.ts'
import { mouse } from '../src/input-method.ts'
import { theProduct } from '../src/product.ts'
import { textsIn } from '../src/texts.ts'
import { openSettings, signOut, typeCredentials, type Visitor } from '../src/visitor.ts'

// A second factor of a real account in a real browser, with Chromium's own authenticator.

const account = { email: 'two-factors@example.org', password: 'tidewater nine copper', name: 'Ada' }
const stepMs = 30_000

async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return { cdp, authenticatorId }
}

test('P750 P752 P753 P754 P755: an app and a passkey from their set-up to a sign-in by each', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const visitor: Visitor = {
    ...{ page, input: mouse(), t: textsIn('en'), language: 'en', product: theProduct() },
  }
  await register(visitor, account, false)
  await openSettings(visitor, 'security', account.name)
  const card = page.getByRole('region', { name: 'Second factor' })

  const secret = await test.step('an app', async () => {
    await card.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Authenticator app' })
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    expect(await violations(page), 'app').toEqual([])
    const shown = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? ''
    await dialog.getByLabel('Code from your authenticator app').fill(codeAt(shown, 0))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    return shown
  })

  const [recoveryCode = ''] = await test.step('recovery codes', async () => {
    const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
    await expect(dialog.getByRole('listitem')).toHaveCount(10)
    expect(await violations(page), 'recovery codes').toEqual([])
    const codes = await dialog.getByRole('listitem').allTextContents()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('roundsman-recovery-codes.txt')
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
    return codes
  })

  await test.step('a sign-in by the code of the next step', async () => {
    await signOut(visitor, account.name)
    await typeCredentials(visitor, account.email, account.password)
    await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
    expect(await violations(page), 'second step').toEqual([])
    const code = page.getByLabel('Code from your authenticator app')
    await expect(code).toBeFocused()
    // The one that was used to confirm the app is used up; an app whose clock is ahead shows the next one already.
    await code.fill(codeAt(secret, 1))
    await code.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Validators' })).toBeVisible()
  })

  const { cdp, authenticatorId } = await addAuthenticator(page)
  await test.step('a passkey', async () => {
    await openSettings(visitor, 'security', account.name)
    await card.getByRole('button', { name: 'Add passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add passkey' })
    await dialog.getByLabel('Name').fill('Virtual key')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(card.getByText('Virtual key')).toBeVisible()
    await expect(card.getByText(/never used/)).toBeVisible()
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
    expect(credentials.map(({ isResidentCredential }) => isResidentCredential)).toEqual([true])
  })

  await test.step('a sign-in by the passkey alone', async () => {
    // Nobody chooses it from the list at the e-mail field. Chromium asks whether somebody is there when it is asked, once:
    // nobody is for the list, somebody is for the button.
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
    const path = '**/api/users/login/passkey/start/'
    const ofList = page.waitForResponse(path)
    await signOut(visitor, account.name)
    await (await ofList).finished()
    await page.route(path, async (route) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
      await route.continue()
    })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Validators' })).toBeVisible()
    await page.unroute(path)
    await openSettings(visitor, 'security', account.name)
    await expect(card.getByText(/last used/)).toBeVisible()
  })

  await test.step('the passkey after the password, then a recovery code', async () => {
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
    await signOut(visitor, account.name)
    await typeCredentials(visitor, account.email, account.password)
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Validators' })).toBeVisible()
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
    await signOut(visitor, account.name)
    await typeCredentials(visitor, account.email, account.password)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCode)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Validators' })).toBeVisible()
    await openSettings(visitor, 'security', account.name)
    await expect(card.getByText(/^9 codes left/)).toBeVisible()
  })
})

/** The code that an app shows so many steps from now. */
function codeAt(secret: string, steps: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * stepMs })
}
