import { expect } from '@playwright/test'
import { credentialTexts } from '../../../apps/server/src/modules/accounts/credentials/credential-texts.data.ts'
import { arriveAt, enter, linkIn, signOut, typeCredentials, type Visitor } from '../visitor.ts'
import type { Account } from './account.ts'

/** From signing out to being in again with another password, the old one being void; gives the used link. */
export async function forget(visitor: Visitor, account: Account): Promise<string> {
  const { page, hand, say, language } = visitor
  await signOut(visitor, account.name)
  await hand.press(page.getByRole('link', { name: say('account.forgot') }))
  await arriveAt(visitor, say('account:forgot.title'))
  await hand.fill(page.getByLabel(say('account.email'), { exact: true }), account.email)
  await hand.press(page.getByRole('button', { name: say('account:forgot.send') }))
  await arriveAt(visitor, say('account:sent.title'))
  await expect(page.getByText(say('account:forgot.sent', { email: account.email }))).toBeVisible()

  const link = await linkIn(visitor, account.email, credentialTexts[language].reset)
  await page.goto(link)
  await arriveAt(visitor, say('account:newPassword.title'))
  const old = account.password
  account.password += ' three'
  await hand.fill(page.getByLabel(say('account:newPassword.title'), { exact: true }), account.password)
  await hand.press(page.getByRole('button', { name: say('account:newPassword.save') }))
  await arriveAt(visitor, say('account:newPassword.doneTitle'))
  await hand.press(page.getByRole('link', { name: say('account.signIn') }))
  await typeCredentials(visitor, account.email, old)
  await expect(page.getByText(say('account.wrongCredentials'))).toBeVisible()
  await enter(visitor, account.email, account.password)
  return link
}
