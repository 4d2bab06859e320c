import { expect } from '@playwright/test'
import { credentialTexts } from '../../../apps/server/src/modules/accounts/credentials/credential-texts.data.ts'
import { arriveAt, linkIn, type Visitor } from '../visitor.ts'
import type { Account } from './account.ts'

/** Asks for another address, of which the old one is notified, and takes it by the link; gives that link, used up. */
export async function changeAddress(visitor: Visitor, account: Account): Promise<string> {
  const { page, input, t, language } = visitor
  const texts = credentialTexts[language]
  const [before, after] = [account.email, `new-${account.email}`]
  const card = page.getByRole('region', { name: t('account.email'), exact: true })
  await expect(card.getByText(t('account:email.hint', { email: before }))).toBeVisible()
  await input.fill(card.getByLabel(t('account:email.new')), after)
  await input.fill(card.getByLabel(t('account:password.old'), { exact: true }), account.password)
  await input.press(card.getByRole('button', { name: t('account:email.send') }))
  await expect(card.getByText(t('account:email.sent', { email: after }))).toBeVisible()
  await linkIn(visitor, before, texts.emailNotice)

  const link = await linkIn(visitor, after, texts.confirmEmail)
  await page.goto(link)
  await arriveAt(visitor, t('account:newEmail.title'))
  await input.press(page.getByRole('button', { name: t('account:newEmail.confirm') }))
  await arriveAt(visitor, t('account:newEmail.doneTitle'))
  await expect(page.getByText(t('account:newEmail.done', { email: after }))).toBeVisible()
  await linkIn(visitor, before, texts.emailChanged)
  account.email = after
  await input.press(page.getByRole('link', { name: t('account:newEmail.goOn') }))
  await expect(page.getByRole('heading', { level: 1, name: t('list.title') })).toBeVisible()
  return link
}
