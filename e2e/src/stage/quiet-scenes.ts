import type { Page } from '@playwright/test'
import type { Scene } from './scene.ts'
import { press, see } from './scene-steps.ts'
import { expect } from './slow-expect.ts'

const quietPath = { path: '/settings?tab=quiet-hours', as: 'planned' } as const
/** Without a day and without a time. */
async function saveWrongHours(page: Page): Promise<void> {
  const hours = page.getByRole('group', { name: 'Period 2' })
  await hours.getByRole('button', { name: 'Sat' }).click()
  await page.getByRole('group', { name: 'Period 1' }).getByLabel('To').fill('')
  await press('Save')(page)
}
async function saveWholeDays(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Period 1' }).getByLabel('To').fill('22:00')
  await press('Save')(page)
}
const openSilence = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Planned work' }).click()
async function openTargets(page: Page): Promise<void> {
  await openSilence(page)
  await page.getByRole('combobox', { name: 'Applies to' }).click()
}
/** Later, until a time that is before, and without a reason. */
async function sendWrongSilence(page: Page): Promise<void> {
  await openSilence(page)
  const dialog = page.getByRole('dialog')
  for (const name of ['Later', 'Other']) await dialog.getByText(name, { exact: true }).click()
  await dialog.getByLabel('End', { exact: true }).fill('2026-11-21T12:30')
  await press('Silence alerts')(page)
}
async function sendSilence(page: Page): Promise<void> {
  await openSilence(page)
  await page.getByLabel('Reason').fill('New disks')
  await press('Silence alerts')(page)
}
const seeDialog = (page: Page) => expect(page.getByRole('dialog').getByText(/^Always sent/)).toBeVisible()

/** Quiet hours and planned work, wherever they are seen. */
export const quietViews: readonly Scene[] = [
  { name: 'settings-quiet-hours', ...quietPath, shows: see(/^Quiet now until/) },
  { name: 'quiet-hours-none', path: '/settings?tab=quiet-hours', shows: see('No quiet hours yet') },
  {
    name: 'quiet-hours-nothing',
    ...quietPath,
    act: (page) => page.getByText('Nothing', { exact: true }).click(),
    shows: see(/Nothing comes through/),
  },
  { name: 'quiet-hours-wrong', ...quietPath, act: saveWrongHours, shows: see('Choose at least one day.') },
  { name: 'quiet-hours-refused', ...quietPath, act: saveWholeDays, shows: see(/^Leave at least a minute/) },
  {
    name: 'quiet-hours-error',
    path: '/settings?tab=quiet-hours',
    as: 'error',
    shows: see('Couldn’t load your quiet hours.'),
  },
  { name: 'validator-silenced', path: '/validators/5', as: 'planned', shows: see('Silenced until 12:45') },
  { name: 'silence', path: '/validators/5', act: openSilence, shows: seeDialog },
  {
    name: 'silence-targets',
    path: '/validators/5',
    act: openTargets,
    shows: (page) => expect(page.getByRole('option', { name: 'All of Celestia Mainnet' })).toBeVisible(),
  },
  {
    name: 'silence-wrong',
    path: '/validators/5',
    act: sendWrongSilence,
    shows: see('The end must be after the start.'),
  },
  {
    name: 'silence-refused',
    path: '/validators/5',
    as: 'planned',
    act: sendSilence,
    shows: see(/^You can have up to/),
  },
  { name: 'bridge-silenced', path: '/bridges/3', as: 'planned', shows: see('Move to the new storage') },
  { name: 'alerts-silences', path: '/alerts?silence=1', as: 'planned', shows: see('Upgrade to v4.0.2') },
  {
    name: 'alerts-silence-gone',
    path: '/alerts?silence=99',
    as: 'planned',
    shows: see('This silence is over.'),
  },
  {
    name: 'alerts-history-silenced',
    path: '/alerts-history?alert=1000',
    as: 'planned',
    shows: see('Show the silence'),
  },
]
