import { expect } from '@playwright/test'
import { credentialTexts } from '../../../apps/server/src/modules/accounts/credentials/credential-texts.data.ts'
import { arriveAt, linkIn, type Visitor } from '../visitor.ts'
import type { Account } from './account.ts'

/** Asks for another address, of which the old one is told, and takes it by the link; gives that link, used up. */
export async function changeAddress(visitor: Visitor, account: Account): Promise<string> {
  const { page, hand, say, language } = visitor
  const texts = credentialTexts[language]
  const [before, after] = [account.email, `new-${account.email}`]
  const card = page.getByRole('region', { name: say('account.email'), exact: true })
  await expect(card.getByText(say('account:email.hint', { email: before }))).toBeVisible()
  await hand.fill(card.getByLabel(say('account:email.new')), after)
  await hand.fill(card.getByLabel(say('account:password.old'), { exact: true }), account.password)
  await hand.press(card.getByRole('button', { name: say('account:email.send') }))
  await expect(card.getByText(say('account:email.sent', { email: after }))).toBeVisible()
  await linkIn(visitor, before, texts.emailNotice)

  const link = await linkIn(visitor, after, texts.confirmEmail)
  await page.goto(link)
  await arriveAt(visitor, say('account:newEmail.title'))
  await hand.press(page.getByRole('button', { name: say('account:newEmail.confirm') }))
  await arriveAt(visitor, say('account:newEmail.doneTitle'))
  await expect(page.getByText(say('account:newEmail.done', { email: after }))).toBeVisible()
  await linkIn(visitor, before, texts.emailChanged)
  account.email = after
  await hand.press(page.getByRole('link', { name: say('account:newEmail.goOn') }))
  await expect(page.getByRole('heading', { level: 1, name: say('list.title') })).toBeVisible()
  return link
}
