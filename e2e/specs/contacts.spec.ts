import { expect, test } from '@playwright/test'
import { createNtfy } from '../../apps/server/src/testing/providers/chat-providers.ts'
import { tabTo } from '../src/focus.ts'
import { signIn } from '../src/sign-in.ts'
import { type StartedProduct, startProduct } from '../src/start-product.ts'

let site: StartedProduct
let ntfy: Awaited<ReturnType<typeof createNtfy>>

// A server at this machine is a private address, which the operator has to allow.
test.beforeAll(async () => {
  test.setTimeout(600_000)
  ntfy = await createNtfy()
  site = await startProduct({ ROUNDSMAN_OUTBOUND_ALLOW: '127.0.0.1' }, ['--networks', 'celestia'])
})
test.afterAll(async () => {
  await site.stop()
  await ntfy.close()
})

test('P612, P613, P615: a contact at ntfy is refused with a wrong token, added with the right one, and tested', async ({
  page,
}) => {
  await signIn(page, site.product)
  await page.goto(new URL('/settings?tab=contacts', page.url()).href)
  await page.getByRole('button', { name: 'Add contact' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^ntfy/ }).click()
  await dialog.getByLabel('Topic address').fill(ntfy.url)
  await dialog.getByLabel('Access token', { exact: true }).fill('tk_wrong')
  await dialog.getByLabel('Name').fill('Night shift')
  await dialog.getByRole('button', { name: 'Add and check' }).click()
  await expect(dialog.getByText(/^ntfy refused it: .*unauthorized/)).toBeVisible()

  await dialog.getByLabel('Access token', { exact: true }).fill(ntfy.token)
  await dialog.getByRole('button', { name: 'Add and check' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Night shift' }) })
  await expect(row.getByText('Working')).toBeVisible()

  const before = ntfy.calls.length
  await row.getByRole('button', { name: 'Send a test: Night shift' }).click()
  await expect(row.getByText(/^(Sent|Delivered)$/)).toBeVisible()
  expect(ntfy.calls.length).toBe(before + 1)
  await expect(row.getByText(/^Last delivered/)).toBeVisible()
})

test('P749: with the keyboard alone a contact at ntfy is added, tested and removed, and the focus is never lost', async ({
  page,
}) => {
  await signIn(page, site.product)
  await page.goto(new URL('/settings?tab=contacts', page.url()).href)
  const add = page.getByRole('button', { name: 'Add contact' })
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  // Escape leads out of it, and back to where it was opened.
  await expect(dialog.getByRole('button', { name: /^ntfy/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()

  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: /^ntfy/ }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Topic address')).toBeFocused()
  await page.keyboard.type(ntfy.url)
  await tabTo(page, dialog.getByLabel('Access token', { exact: true }))
  await page.keyboard.type(ntfy.token)
  await tabTo(page, dialog.getByLabel('Name'))
  // What a field has is marked when Tab comes to it.
  await page.keyboard.type('By keys')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()

  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'By keys' }) })
  await expect(row.getByText('Working')).toBeVisible()
  const before = ntfy.calls.length
  const send = row.getByRole('button', { name: 'Send a test: By keys' })
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  await expect(row.getByText(/^(Sent|Delivered)$/)).toBeVisible()
  expect(ntfy.calls.length).toBe(before + 1)
  await expect(send).toBeFocused()

  await tabTo(page, row.getByRole('button', { name: 'Remove By keys' }))
  await page.keyboard.press('Enter')
  await expect(row.getByRole('button', { name: 'Remove', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row).toBeHidden()
  // It stays in the card that the row was in.
  await expect(page.getByRole('region', { name: 'Contacts' })).toBeFocused()
})
