import { expect } from '@playwright/test'
import { accountTexts } from '../../../apps/server/src/modules/accounts/users/account-texts.data.ts'
import { arriveAt, linkIn, type Visitor } from '../visitor.ts'
import type { Account } from './account.ts'

/** From the first look at the site to the validators; gives the link, which is used up. */
export async function register(visitor: Visitor, account: Account, dark: boolean): Promise<string> {
  const { page, hand, say, language, product } = visitor
  await page.goto(product.open)
  if (dark) {
    await hand.press(page.getByRole('button', { name: say('bar.toDark') }))
    await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  }
  await arriveAt(visitor, say('account.signInTitle'))
  await hand.press(page.getByRole('link', { name: say('account.create') }))
  await arriveAt(visitor, say('account.create'))
  await hand.fill(page.getByLabel(say('account.firstName')), account.name)
  await hand.fill(page.getByLabel(say('account.email'), { exact: true }), account.email)
  await hand.fill(page.getByLabel(say('account.password'), { exact: true }), account.password)
  await hand.press(page.getByRole('button', { name: say('account.create') }))
  await arriveAt(visitor, say('account:sent.title'))
  await expect(page.getByText(say('account:sent.signUp', { email: account.email }))).toBeVisible()

  const link = await linkIn(visitor, account.email, accountTexts[language].confirm)
  await page.goto(link)
  await arriveAt(visitor, say('account:newAccount.title'))
  await hand.press(page.getByRole('button', { name: say('account:newAccount.confirm') }))
  await expect(page.getByRole('heading', { level: 1, name: say('list.title') })).toBeVisible()
  return link
}
