import type { Locator, Page } from '@playwright/test'

/** The height in the strip of figures. */
export function heightFigure(page: Page): Locator {
  return page.getByText('Height', { exact: true }).locator('xpath=following-sibling::*[1]')
}

/** Rows of validators that are drawn now. */
export function validatorRows(page: Page): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('img', { name: /^last \d+ blocks/i }) })
}
