import { expect } from '@playwright/test'
import { violations } from '../axe.ts'
import { arriveAt, openSettings, type Visitor } from '../visitor.ts'
import type { Account } from './account.ts'

/** Names, time zone and picture; they are still there after a reload. */
export async function keepProfile(visitor: Visitor, account: Account): Promise<void> {
  const { page, hand, say, language } = visitor
  await openSettings(visitor, 'profile', account.name)
  await arriveAt(visitor, say('shell:nav.settings'))
  const firstName = page.getByLabel(say('account.firstName'))
  const zone = page.getByRole('combobox', { name: say('account:profile.timezone') })
  await expect(firstName).toHaveValue(account.name)
  await expect(page.getByRole('combobox', { name: say('account:profile.language') })).toHaveValue(language)
  account.name = 'Grace'
  await hand.fill(firstName, account.name)
  await hand.fill(page.getByLabel(say('account:profile.lastName')), 'Hopper')
  await hand.choose(zone, 'Tokyo (UTC+9)')
  await hand.press(page.getByRole('button', { name: say('account:save'), exact: true }))
  await expect(page.getByText(say('account:saved'))).toBeVisible()

  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() }
  const chooser = page.waitForEvent('filechooser')
  await hand.press(page.getByRole('button', { name: say('account:avatar.upload') }))
  await (await chooser).setFiles(picture)
  const dialog = page.getByRole('dialog', { name: say('account:avatar.cropTitle') })
  const keep = dialog.getByRole('button', { name: say('account:avatar.save') })
  await expect(keep).toBeEnabled()
  expect(await violations(page)).toEqual([])
  await hand.press(keep)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: say('account:avatar.remove') })).toBeVisible()

  await page.reload()
  await expect(zone).toHaveValue('Asia/Tokyo')
  const shown = page.getByRole('img', { name: say('account:avatar.title') })
  await expect(shown).toHaveAttribute('src', /\/api\/users\/profile\/avatar\//)
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: say('bar.user', { name: account.name }) })).toBeVisible()
}
