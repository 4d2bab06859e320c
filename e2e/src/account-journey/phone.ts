import { type APIRequestContext, expect } from '@playwright/test'
import { phoneTexts } from '../../../apps/server/src/modules/accounts/phones/phone-texts.data.ts'
import { expectCall, smsTo } from '../phone-provider.ts'
import { anyIn } from '../texts.ts'
import { arriveAt, openSettings, type Visitor } from '../visitor.ts'
import type { Account } from './account.ts'

/**
 * Adds a number, confirms it by the code of an SMS that is pasted, has it called and removes it.
 *
 * @param typed the number as people write it
 */
export async function keepPhone(
  visitor: Visitor,
  account: Account,
  request: APIRequestContext,
  typed: string,
): Promise<void> {
  const { page, input, t, language, product } = visitor
  const number = typed.replaceAll(' ', '')
  await openSettings(visitor, 'phones', account.name)
  await expect(page.getByText(t('account:phone.none'))).toBeVisible()
  await input.press(page.getByRole('button', { name: t('account:phone.add') }))
  await input.fill(page.getByLabel(t('account:phone.number'), { exact: true }), typed)
  await arriveAt(visitor, t('shell:nav.settings'))
  await input.press(page.getByRole('button', { name: t('account:phone.sendCode') }))

  const field = page.getByLabel(t('account:phone.code'))
  await expect(field).toBeFocused()
  const again = page.getByRole('button', { name: anyIn(t, 'account:phone.resendIn', 'duration') })
  await expect(again).toBeDisabled()
  const wait = (await again.textContent()) ?? ''
  await expect(again).not.toHaveText(wait)
  await expect(again).toBeDisabled()
  await arriveAt(visitor, t('shell:nav.settings'))

  const sms = await smsTo(request, product, number)
  const code = /\d{6}/.exec(sms)?.[0] ?? ''
  expect(sms).toBe(phoneTexts[language].code(code))
  // Six digits send themselves, and a wrong code empties the field: there is no moment to look at what was typed.
  await input.press(field)
  await page.keyboard.type(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await expect(page.getByText(t('account:phone.codeWrong', { count: 4 }))).toBeVisible()
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${code.slice(0, 3)} ${code.slice(3)}\n`)
  await input.press(field)
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page.getByText(t('account:phone.confirmed'), { exact: true })).toBeVisible()

  await input.press(page.getByRole('button', { name: t('account:phone.testOf', { phone: number }) }))
  await expect(page.getByText(phoneTexts[language].testCallStarted)).toBeVisible()
  await expectCall(request, product, number)
  await input.press(page.getByRole('button', { name: t('account:phone.remove', { phone: number }) }))
  await expect(page.getByText(t('account:phone.removeAsk'))).toBeVisible()
  await arriveAt(visitor, t('shell:nav.settings'))
  await input.press(page.getByRole('button', { name: t('account:phone.removeYes'), exact: true }))
  await expect(page.getByText(t('account:phone.none'))).toBeVisible()
  await expect(page.getByRole('region', { name: t('account:tab.phones'), exact: true })).toBeFocused()
}
