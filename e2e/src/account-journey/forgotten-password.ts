import { expect } from '@playwright/test'
import { credentialTexts } from '../../../apps/server/src/modules/accounts/credentials/credential-texts.data.ts'
import { arriveAt, enter, linkIn, signOut, typeCredentials, type Visitor } from '../visitor.ts'
import type { Account } from './account.ts'

/** From signing out to being in again with another password, the old one being void; gives the used link. */
export async function forget(visitor: Visitor, account: Account): Promise<string> {
  const { page, input, t, language } = visitor
  await signOut(visitor, account.name)
  await input.press(page.getByRole('link', { name: t('account.forgot') }))
  await arriveAt(visitor, t('account:forgot.title'))
  await input.fill(page.getByLabel(t('account.email'), { exact: true }), account.email)
  await input.press(page.getByRole('button', { name: t('account:forgot.send') }))
  await arriveAt(visitor, t('account:sent.title'))
  await expect(page.getByText(t('account:forgot.sent', { email: account.email }))).toBeVisible()

  const link = await linkIn(visitor, account.email, credentialTexts[language].reset)
  await page.goto(link)
  await arriveAt(visitor, t('account:newPassword.title'))
  const old = account.password
  account.password += ' three'
  await input.fill(page.getByLabel(t('account:newPassword.title'), { exact: true }), account.password)
  await input.press(page.getByRole('button', { name: t('account:newPassword.save') }))
  await arriveAt(visitor, t('account:newPassword.doneTitle'))
  await input.press(page.getByRole('link', { name: t('account.signIn') }))
  await typeCredentials(visitor, account.email, old)
  await expect(page.getByText(t('account.wrongCredentials'))).toBeVisible()
  await enter(visitor, account.email, account.password)
  return link
}
