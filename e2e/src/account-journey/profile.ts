import { expect } from '@playwright/test'
import { violations } from '../axe.ts'
import { arriveAt, openSettings, type Visitor } from '../visitor.ts'
import type { Account } from './account.ts'

/** Names, time zone and picture; they are still there after a reload. */
export async function keepProfile(visitor: Visitor, account: Account): Promise<void> {
  const { page, input, t, language } = visitor
  await openSettings(visitor, 'profile', account.name)
  await arriveAt(visitor, t('shell:nav.settings'))
  const firstName = page.getByLabel(t('account.firstName'))
  const zone = page.getByRole('combobox', { name: t('account:profile.timezone') })
  await expect(firstName).toHaveValue(account.name)
  await expect(page.getByRole('combobox', { name: t('account:profile.language') })).toHaveValue(language)
  account.name = 'Grace'
  await input.fill(firstName, account.name)
  await input.fill(page.getByLabel(t('account:profile.lastName')), 'Hopper')
  // Called by its language's own name (P849).
  await input.choose(zone, (await zone.locator('option[value="Asia/Tokyo"]').textContent()) ?? '')
  await input.press(page.getByRole('button', { name: t('account:save'), exact: true }))
  await expect(page.getByText(t('account:saved'))).toBeVisible()

  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() }
  const chooser = page.waitForEvent('filechooser')
  await input.press(page.getByRole('button', { name: t('account:avatar.upload') }))
  await (await chooser).setFiles(picture)
  const dialog = page.getByRole('dialog', { name: t('account:avatar.cropTitle') })
  const keep = dialog.getByRole('button', { name: t('account:avatar.save') })
  await expect(keep).toBeEnabled()
  expect(await violations(page)).toEqual([])
  await input.press(keep)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: t('account:avatar.remove') })).toBeVisible()

  await page.reload()
  await expect(zone).toHaveValue('Asia/Tokyo')
  const shown = page.getByRole('img', { name: t('account:avatar.title') })
  await expect(shown).toHaveAttribute('src', /\/api\/users\/profile\/avatar\//)
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: t('bar.user', { name: account.name }) })).toBeVisible()
}
