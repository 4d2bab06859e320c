import { expect, type Page, test } from '@playwright/test'
import { mailedLink, signUp } from '../src/sign-up.ts'

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

async function enter(page: Page, email: string, password: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a newcomer signs up by mail, lands on the validators, signs out and in again', async ({ page }) => {
  const email = 'newcomer@example.org'
  const password = 'tidewater nine copper'
  await signUp(page, email, password)
  await page.getByRole('button', { name: /^Account of / }).click()
  await expect(page.getByText(email)).toBeVisible()
  await page.keyboard.press('Escape')
  await signOut(page)

  await enter(page, email, 'not the password')
  await expect(page.getByText('E-mail or password is wrong.')).toBeVisible()
  await enter(page, email, password)
  await expect(page.getByRole('heading', { level: 1, name: 'Validators' })).toBeVisible()
})

test('who forgot the password gets a new one by mail, and the old one is void', async ({ page }) => {
  const email = 'forgetful@example.org'
  const password = 'lantern moss quorum'
  await signUp(page, email, password)
  await signOut(page)

  await page.getByRole('link', { name: 'Forgot it?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeHidden()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('main').getByRole('button').last().click()
  await page.goto(await mailedLink(email, 2, '/reset-password/confirm'))
  await page
    .getByLabel(/password/i)
    .first()
    .fill(`${password} again`)
  await page.getByRole('main').getByRole('button').last().click()
  await page.getByRole('link', { name: /sign in/i }).click()

  await enter(page, email, password)
  await expect(page.getByText('E-mail or password is wrong.')).toBeVisible()
  await enter(page, email, `${password} again`)
  await expect(page.getByRole('heading', { level: 1, name: 'Validators' })).toBeVisible()
})
