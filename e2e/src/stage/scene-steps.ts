import type { Page } from '@playwright/test'
import { expect } from './slow-expect.ts'

/** What visitors of many scenes do, and wait for. */
export const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
export const see = (text: string | RegExp) => (page: Page) =>
  expect(page.getByText(text).first()).toBeVisible()
export const seeLoading = (label: string) => (page: Page) => expect(page.getByLabel(label)).toBeVisible()
