import { expect } from '@playwright/test'
import { credentialTexts } from '../../../apps/server/src/modules/accounts/credentials/credential-texts.data.ts'
import { arriveAt, enter, linkIn, openTab, type Visitor } from '../visitor.ts'
import type { Account } from './account.ts'

/** Ends the session of the other browser from the list, then, after that one came back, by a new password. */
export async function endOthers(visitor: Visitor, other: Visitor, account: Account): Promise<void> {
  const { page, hand, say, language, product } = visitor
  await other.page.goto(product.open)
  await enter(other, account.email, account.password)

  await openTab(visitor, 'sessions')
  const end = page.getByRole('button', {
    name: say('account:sessions.endOf', { device: 'Firefox, Windows', ip: '127.0.0.1' }),
  })
  await expect(end).toBeVisible()
  await arriveAt(visitor, say('shell:nav.settings'))
  await hand.press(end)
  await expect(end).toBeHidden()
  await other.page.reload()
  await expect(other.page).toHaveURL(/\/login/)
  await enter(other, account.email, account.password)

  await openTab(visitor, 'security')
  const card = page.getByRole('region', { name: say('account:password.title'), exact: true })
  const oldPassword = card.getByLabel(say('account:password.old'), { exact: true })
  const newPassword = card.getByLabel(say('account:newPassword.title'), { exact: true })
  const change = card.getByRole('button', { name: say('account:password.save') })
  await expect(oldPassword).toBeVisible()
  await arriveAt(visitor, say('shell:nav.settings'))
  await hand.fill(oldPassword, 'not this one')
  await hand.fill(newPassword, `${account.password} two`)
  await hand.press(change)
  await expect(card.getByText(say('account:password.wrong'))).toBeVisible()
  await hand.fill(oldPassword, account.password)
  account.password += ' two'
  await hand.press(change)
  await expect(card.getByText(say('account:password.done'))).toBeVisible()
  await linkIn(visitor, account.email, credentialTexts[language].passwordChanged)
  await other.page.reload()
  await expect(other.page).toHaveURL(/\/login/)
}
