import type { Page } from '@playwright/test'
import type { PageRules } from '../../../apps/web/src/app/page-route.ts'
import { pages } from '../../../apps/web/src/app/pages.ts'
import { expect } from './slow-expect.ts'
import type { Scene } from './scene.ts'

const list = { path: '/', view: true } as const

/** Pages that stand for a moment only, and lead on. */
const aloneInBrowser: readonly string[] = ['/login/callback']

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const see = (text: string | RegExp) => (page: Page) => expect(page.getByText(text).first()).toBeVisible()

async function sendEmpty(page: Page): Promise<void> {
  await press('Create an account')(page)
  await see('Enter an address like name@example.org')(page)
}
async function signInWrongly(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('robin@example.org')
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await press('Sign in')(page)
  await see('Wrong e-mail or password.')(page)
}
async function sendMail(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('robin@example.org')
  const password = page.getByLabel('Password', { exact: true })
  if ((await password.count()) > 0) await password.fill('a long password')
  await page.getByRole('main').getByRole('button').last().click()
  await see('robin@example.org')(page)
}
async function useOldLink(page: Page): Promise<void> {
  await press('Confirm and sign in')(page)
  await see('This link no longer works')(page)
}
const seeSkeleton = (page: Page) => expect(page.getByLabel('Loading validators')).toBeVisible()
async function search(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('harbour')
  await see(/harbour”/)(page)
}

/** Below lg (1200) there is neither. */
const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) >= 1200
async function openColumns(page: Page): Promise<void> {
  await see('Paper Sluice')(page)
  if (!isWide(page)) return
  await press('Columns')(page)
  await expect(page.getByRole('menuitemcheckbox').first()).toBeVisible()
}
async function openAppearance(page: Page): Promise<void> {
  await see('Paper Sluice')(page)
  if (!isWide(page)) return
  await press('Appearance settings')(page)
  await see('Skin')(page)
}

/** What is looked at, in each situation that looks different. */
const views: readonly Omit<Scene, 'guest' | 'shell'>[] = [
  { name: 'login', path: '/login' },
  { name: 'login-wrong', path: '/login', act: signInWrongly },
  { name: 'login-notice', path: '/login', as: 'notice' },
  { name: 'register', path: '/register' },
  { name: 'register-empty', path: '/register', act: sendEmpty },
  { name: 'register-sent', path: '/register', act: sendMail },
  { name: 'register-confirm', path: '/register/confirm?token=t' },
  { name: 'register-old-link', path: '/register/confirm?token=t', act: useOldLink },
  { name: 'reset-password', path: '/reset-password' },
  { name: 'reset-password-sent', path: '/reset-password', act: sendMail },
  { name: 'reset-password-confirm', path: '/reset-password/confirm?token=t' },
  { name: 'email-change-confirm', path: '/email-change/confirm?token=t' },
  { name: 'validators', ...list, act: see('Paper Sluice') },
  { name: 'validators-loading', ...list, as: 'slow', act: seeSkeleton },
  { name: 'validators-error', ...list, as: 'error', act: see('Couldn’t load the list') },
  { name: 'validators-no-match', ...list, act: search },
  { name: 'validators-stale', ...list, as: 'stale', act: see('48 s old') },
  { name: 'validators-halted', ...list, as: 'halted', act: see(/stopped at height/) },
  { name: 'validators-unreachable', ...list, as: 'unreachable', act: see(/(see|seen) this network/) },
  { name: 'validators-syncing', ...list, as: 'syncing', act: see(/catching up/) },
  { name: 'validators-connecting', ...list, as: 'connecting', act: see(/Connecting to/) },
  { name: 'validators-not-followed', ...list, as: 'not-followed', act: see(/is not followed/) },
  { name: 'validators-trouble', ...list, as: 'trouble', act: see('Paper Sluice') },
  { name: 'validators-trouble-stale', ...list, as: 'trouble-stale', act: see('48 s old') },
  { name: 'validators-unreported', ...list, as: 'unreported', act: see(/unknown/i) },
  { name: 'validators-notice', ...list, as: 'notice', act: see('Simulated data.') },
  {
    name: 'networks-menu',
    ...list,
    act: async (page) => {
      await page.getByRole('button', { name: /^Switch network/ }).click()
      await expect(page.getByRole('list', { name: 'Networks' }).getByText('Halted')).toBeVisible()
    },
  },
  {
    name: 'user-menu',
    ...list,
    act: (page) => press('Account: Robin')(page).then(() => see('Logout')(page)),
  },
  { name: 'columns-menu', ...list, act: openColumns },
  { name: 'appearance-panel', ...list, act: openAppearance },
  { name: 'bridges', path: '/bridges' },
  { name: 'charts', path: '/charts' },
  { name: 'alerts', path: '/alerts' },
  { name: 'alerts-history', path: '/alerts-history' },
  { name: 'settings', path: '/settings', act: see('Time zone') },
  { name: 'settings-security', path: '/settings?tab=security', act: see('New password') },
  { name: 'settings-phones', path: '/settings?tab=phones', act: see('Six-digit code') },
  { name: 'settings-sessions', path: '/settings?tab=sessions', act: see('192.0.2.7') },
  { name: 'settings-appearance', path: '/settings?tab=appearance', act: see('Skin') },
  { name: 'not-found', path: '/404' },
  { name: 'broken', path: '/500' },
  { name: 'refused', path: '/charts', as: 'refused', act: see('You are not authorized') },
  { name: 'refused-network', path: '/', as: 'vip', act: see('You are not authorized') },
]

/** Every page of the site in every situation; who sees it, and what stands around it, is the page's own. */
export const scenes: readonly Scene[] = views.map((view) => {
  const page: PageRules | undefined = pages.find(({ path }) => path === view.path.split('?')[0])
  if (!page) throw new Error(`There is no page ${view.path}: scenes.ts names one that is gone.`)
  return {
    ...view,
    ...(page.layout === 'shell' && view.as !== 'refused' && view.as !== 'vip' ? { shell: true } : {}),
    ...(page.layout === 'halves' ? { guest: true } : {}),
  }
})
for (const { path } of pages)
  if (!aloneInBrowser.includes(path) && !views.some((view) => view.path.split('?')[0] === path))
    throw new Error(`No scene shows the page ${path}.`)

/** @throws where the table has no such scene */
export function sceneOf(name: string): Scene {
  const scene = scenes.find((one) => one.name === name)
  if (!scene) throw new Error(`There is no scene ${name}.`)
  return scene
}
