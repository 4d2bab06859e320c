import { expect } from '@playwright/test'
import { credentialTexts } from '../../../apps/server/src/modules/accounts/credentials/credential-texts.data.ts'
import { arriveAt, enter, linkIn, openTab, type Visitor } from '../visitor.ts'
import type { Account } from './account.ts'

/** Ends the session of the other browser from the list, then, after that one came back, by a new password. */
export async function endOthers(visitor: Visitor, other: Visitor, account: Account): Promise<void> {
  const { page, input, t, language, product } = visitor
  await other.page.goto(product.open)
  await enter(other, account.email, account.password)

  await openTab(visitor, 'sessions')
  const end = page.getByRole('button', {
    name: t('account:sessions.endOf', { device: 'Firefox, Windows', ip: '127.0.0.1' }),
  })
  await expect(end).toBeVisible()
  await arriveAt(visitor, t('shell:nav.settings'))
  await input.press(end)
  await expect(end).toBeHidden()
  await other.page.reload()
  await expect(other.page).toHaveURL(/\/login/)
  await enter(other, account.email, account.password)

  await openTab(visitor, 'security')
  const card = page.getByRole('region', { name: t('account:password.title'), exact: true })
  const oldPassword = card.getByLabel(t('account:password.old'), { exact: true })
  const newPassword = card.getByLabel(t('account:newPassword.title'), { exact: true })
  const change = card.getByRole('button', { name: t('account:password.save') })
  await expect(oldPassword).toBeVisible()
  await arriveAt(visitor, t('shell:nav.settings'))
  await input.fill(oldPassword, 'not this one')
  await input.fill(newPassword, `${account.password} two`)
  await input.press(change)
  await expect(card.getByText(t('account:password.wrong'))).toBeVisible()
  await input.fill(oldPassword, account.password)
  account.password += ' two'
  await input.press(change)
  await expect(card.getByText(t('account:password.done'))).toBeVisible()
  await linkIn(visitor, account.email, credentialTexts[language].passwordChanged)
  await other.page.reload()
  await expect(other.page).toHaveURL(/\/login/)
}
