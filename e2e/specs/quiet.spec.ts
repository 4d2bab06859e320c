import { expect, type Locator, type Page, test } from '@playwright/test'
import { focusedName } from '../src/focus.ts'
import { sceneOf } from '../src/stage/scenes.ts'
import { openScene } from '../src/stage/stage.ts'

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** More stops than a page has before its content: the bound only ends a test that would go round for ever. */
const mostStops = 120

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let stops = 0; stops < mostStops; stops += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}

for (const [what, viewport] of [
  ['a wide screen', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test.describe(`by the keyboard alone, on ${what}`, () => {
    test.use({ viewport })

    test('P650, P651, P653: quiet hours are set, mended and saved', async ({ page }) => {
      await openScene(page, sceneOf('quiet-hours-none'))
      const region = page.getByRole('region', { name: 'Quiet hours' })
      await page.getByRole('main').focus()
      await tabTo(page, region.getByRole('button', { name: 'Set quiet hours' }))
      await press(page, 'Enter')
      const hours = page.getByRole('group', { name: 'Period 1' })
      await expect(hours.getByLabel('From')).toHaveValue('22:00')
      // The button is gone, and the next keys lead to what removes the hours, and to their days.
      await press(page, 'Tab', 'Tab')
      expect(await focusedName(page)).toBe('Mon')
      for (let day = 0; day < 7; day += 1) await press(page, 'Space', ...(day < 6 ? ['Tab'] : []))
      await tabTo(page, region.getByRole('button', { name: 'Save' }))
      await press(page, 'Enter')
      await expect(hours.getByText('Choose at least one day.')).toBeVisible()
      await expect(hours.getByRole('button', { name: 'Mon' })).toBeFocused()
      await press(page, 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Space')
      await expect(hours.getByRole('button', { name: 'Sat' })).toHaveAttribute('aria-pressed', 'true')
      await tabTo(page, region.getByRole('radio', { name: 'Critical', exact: true }))
      await press(page, 'ArrowRight', 'ArrowRight')
      await expect(
        region.getByText(/^Quiet tonight 22:00\u2060–\u206007:00 \(UTC\)\. Nothing comes through/),
      ).toBeVisible()
      await tabTo(page, region.getByRole('button', { name: 'Save' }))
      await press(page, 'Enter')
      await expect(region.getByText('Saved.')).toBeVisible()
      // While it was sent the button took no focus; it has it again.
      await expect(region.getByRole('button', { name: 'Save' })).toBeFocused()
      await press(page, 'Shift+Tab')
      expect(await focusedName(page)).toBe('Time zone')
    })

    test('P655, P657, P658: planned work is silenced from the page of a validator, and ended', async ({
      page,
    }) => {
      await openScene(page, sceneOf('validator'))
      await page.getByRole('main').focus()
      const open = page.getByRole('main').getByRole('button', { name: 'Planned work' })
      await tabTo(page, open)
      await press(page, 'Enter')
      const dialog = page.getByRole('dialog')
      await tabTo(page, dialog.getByRole('button', { name: 'Silence alerts' }))
      await press(page, 'Enter')
      await expect(dialog.getByText('Say what is being done.')).toBeVisible()
      await expect(dialog.getByLabel('Reason')).toBeFocused()
      await page.keyboard.type('Upgrade')
      await tabTo(page, dialog.getByRole('radio', { name: /^1\sh$/ }))
      await press(page, 'ArrowRight')
      await expect(dialog.getByText(/^12:00\s–\s16:00 \(UTC\), 4\sh$/)).toBeVisible()
      await tabTo(page, dialog.getByRole('checkbox', { name: /^End it early/ }))
      await press(page, 'Space', 'Enter')
      await expect(dialog).toBeHidden()
      await expect(page.getByText('Silenced until 16:00').first()).toBeVisible()
      await expect(open).toBeFocused()
      await press(page, 'Shift+Tab')
      expect(await focusedName(page)).toMatch(/^End now/)
      await press(page, 'Enter')
      await expect(page.getByText('Silenced until 16:00')).toHaveCount(0)
      // The focus stays where the button was.
      await press(page, 'Tab')
      await expect(open).toBeFocused()
    })

    test('P655: Escape leads back to where the dialog was opened from, also from the menu of a row', async ({
      page,
    }) => {
      await openScene(page, sceneOf('validators'))
      const more = page.getByRole('button', { name: /^More about/ }).first()
      await more.focus()
      await press(page, 'Enter')
      await expect(page.getByRole('menuitem', { name: 'Planned work' })).toBeVisible()
      while (!/^Planned work/.test(await focusedName(page))) await press(page, 'ArrowDown')
      await press(page, 'Enter')
      await expect(page.getByRole('dialog')).toBeVisible()
      await press(page, 'Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(more).toBeFocused()
    })
  })

test('P660: an alert leads to its silence, which has the focus', async ({ page }) => {
  await openScene(page, sceneOf('alerts-history-silenced'))
  await page.getByRole('link', { name: 'Show the silence' }).click()
  const row = page.getByRole('list', { name: 'Planned work' }).getByRole('listitem').first()
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport()
})
