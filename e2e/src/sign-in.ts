import { expect, type Page } from '@playwright/test'
import { type Product, theProduct } from './product.ts'

/** Signs in with the demo's account and waits for the validators. */
export async function signIn(page: Page, product: Product = theProduct()): Promise<void> {
  const { open, email, password } = product
  await page.goto(open)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Validators' })).toBeVisible()
}
