import { expect, test } from '@playwright/test'
import { mailsTo } from '../src/mailbox.ts'
import { theProduct } from '../src/product.ts'

test('a newcomer signs up by mail, lands on the validators, signs out and in again', async ({ page }) => {
  const { open, mailFolder } = theProduct()
  const email = `newcomer-${Date.now()}@example.org`
  const password = 'tidewater nine copper'
  await page.goto(open)
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible()

  await expect.poll(async () => (await mailsTo(mailFolder, email)).length).toBe(1)
  const [mail] = await mailsTo(mailFolder, email)
  const link = /https?:\/\/\S+\/register\/confirm\?token=[\w-]+/.exec(mail?.text ?? '')?.[0]
  expect(link).toBeDefined()
  await page.goto(link ?? '')
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Validators' })).toBeVisible()

  await page.getByRole('button', { name: /^Account of / }).click()
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)

  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('E-mail or password is wrong.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Validators' })).toBeVisible()
})
