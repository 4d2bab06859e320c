import { expect } from '@playwright/test'
import { accountTexts } from '../../../apps/server/src/modules/accounts/users/account-texts.data.ts'
import { arriveAt, linkIn, type Visitor } from '../visitor.ts'
import type { Account } from './account.ts'

/** From the first look at the site to the validators; gives the link, which is used up. */
export async function register(visitor: Visitor, account: Account, dark: boolean): Promise<string> {
  const { page, input, t, language, product } = visitor
  await page.goto(product.open)
  if (dark) {
    await input.press(page.getByRole('button', { name: t('bar.toDark') }))
    await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  }
  await arriveAt(visitor, t('account.signInTitle'))
  await input.press(page.getByRole('link', { name: t('account.create') }))
  await arriveAt(visitor, t('account.create'))
  await input.fill(page.getByLabel(t('account.firstName')), account.name)
  await input.fill(page.getByLabel(t('account.email'), { exact: true }), account.email)
  await input.fill(page.getByLabel(t('account.password'), { exact: true }), account.password)
  await input.press(page.getByRole('button', { name: t('account.create') }))
  await arriveAt(visitor, t('account:sent.title'))
  await expect(page.getByText(t('account:sent.signUp', { email: account.email }))).toBeVisible()

  const link = await linkIn(visitor, account.email, accountTexts[language].confirm)
  await page.goto(link)
  await arriveAt(visitor, t('account:newAccount.title'))
  await input.press(page.getByRole('button', { name: t('account:newAccount.confirm') }))
  await expect(page.getByRole('heading', { level: 1, name: t('list.title') })).toBeVisible()
  return link
}
