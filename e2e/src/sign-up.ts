import { expect, type Page } from '@playwright/test'
import { mailsTo } from './mailbox.ts'
import { type Product, theProduct } from './product.ts'

/** The link in the newest of `count` mails to an address; waits for it. */
export async function mailedLink(
  email: string,
  count: number,
  page: string,
  product: Product = theProduct(),
): Promise<string> {
  const { mailFolder } = product
  await expect.poll(async () => (await mailsTo(mailFolder, email)).length).toBe(count)
  const text = (await mailsTo(mailFolder, email)).at(-1)?.text ?? ''
  const link = text.split(/\s+/).find((word) => word.startsWith('http') && word.includes(`${page}?token=`))
  if (link === undefined) throw new Error(`no link to ${page} in: ${text}`)
  return link
}

/** Registers a new account by mail, which also signs it in. */
export async function signUp(
  page: Page,
  email: string,
  password: string,
  product: Product = theProduct(),
): Promise<void> {
  await page.goto(product.open)
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  // Both pages have these labels, so wait for the right one.
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible()
  await page.goto(await mailedLink(email, 1, '/register/confirm', product))
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Validators' })).toBeVisible()
}
