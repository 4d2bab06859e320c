import type { Page } from '@playwright/test'
import { type PageRules, pages } from '../../../apps/web/src/app/pages/pages.ts'
import { governanceViews } from './governance-scenes.ts'
import { quietViews } from './quiet-scenes.ts'
import type { Scene } from './scene.ts'
import { press, see, seeLoading } from './scene-steps.ts'
import { expect } from './slow-expect.ts'
import { teamViews } from './team-scenes.ts'

const list = { path: '/', view: true } as const

/** Pages that stand for a moment only, and lead on. */
const aloneInBrowser: readonly string[] = ['/login/callback']

async function signInWrongly(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('robin@example.org')
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await press('Sign in')(page)
}
async function sendMail(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('robin@example.org')
  const password = page.getByLabel('Password', { exact: true })
  if ((await password.count()) > 0) await password.fill('a long password')
  await page.getByRole('main').getByRole('button').last().click()
}
const seeSkeleton = (page: Page) => expect(page.getByLabel('Loading validators')).toBeVisible()

/** Below lg (1200) there is neither. */
const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) >= 1200
async function openColumns(page: Page): Promise<void> {
  await see('Paper Sluice')(page)
  if (!isWide(page)) return
  await press('Columns')(page)
  await expect(page.getByRole('checkbox', { name: 'Uptime' })).toBeVisible()
}
async function showVotes(page: Page): Promise<void> {
  await openColumns(page)
  if (!isWide(page)) return
  await page.getByRole('checkbox', { name: 'Votes' }).check()
  await page.keyboard.press('Escape')
  await see(/^\d+ of 10$/)(page)
}
async function openAppearance(page: Page): Promise<void> {
  await see('Paper Sluice')(page)
  if (!isWide(page)) return
  await press('Appearance settings')(page)
  await see('Skin')(page)
}

/** The first row, to its last 500 blocks. */
async function openRow(page: Page): Promise<void> {
  await see('Paper Sluice')(page)
  await page.locator('[data-row] [data-strip]').first().click()
  await page.mouse.move(0, 0)
}
/** By keyboard: on every screen there is a block before the newest one. */
async function pinBlock(page: Page): Promise<void> {
  const grid = page.getByRole('slider', { name: 'Block' })
  await grid.press('ArrowUp')
  await grid.press('Enter')
}
/** What some words of the page mean. */
async function openTerms(page: Page): Promise<void> {
  for (const name of ['Nil vote', 'Self-delegation', 'Slashing window']) await press(name)(page)
  await page.locator('h1 + button').click()
}
/** Answers the question which one is theirs. */
async function makeMine(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Which one is yours?' }).getByRole('combobox').fill('Paper')
  await page.getByRole('option', { name: /Paper Sluice/ }).click()
}
/** What is offered for these is asked in a toast. */
async function starTwo(page: Page): Promise<void> {
  for (const name of ['Paper Sluice', 'Seven Birch']) {
    await page.getByRole('button', { name: `More about ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Add to my validators' }).click()
  }
}
async function changeAlerts(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox')
  for (const name of ['SMS: Jail within 1 hour', 'Call: Jail within 1 hour', 'E-mail: Jailed'])
    await boxes.and(page.getByLabel(name, { exact: true })).check()
}
async function saveAlerts(page: Page): Promise<void> {
  await changeAlerts(page)
  await press('Save changes')(page)
}
/** With what one of the conditions means. */
async function replayAlerts(page: Page): Promise<void> {
  await press('How often would this have fired?')(page)
  await see(/^Counted over/)(page)
  await page.getByRole('button', { name: '3 blocks missed in a row', exact: true }).click()
}
const seeBoxes = (page: Page) => expect(page.getByRole('checkbox').first()).toBeVisible()
const seeAlertsSkeleton = (page: Page) => expect(page.getByLabel('Loading alert settings')).toBeVisible()

/** Beside the settings the list of bridges has a place from there on. */
async function seeOneBridge(page: Page): Promise<void> {
  await see('Bridge updates')(page)
  await expect(page.getByText('Stalled', { exact: true }).last()).toBeVisible()
  if ((page.viewportSize()?.width ?? 0) >= 1400) await see('My bridges')(page)
}

const sixValidators = [1, 2, 5, 13, 4, 18].map((id) => `validator=${id}`).join('&')
const seeCharts = (page: Page) => expect(page.locator('section canvas')).toHaveCount(3)
async function moveCursor(page: Page): Promise<void> {
  await seeCharts(page)
  const chart = page.getByRole('slider').first()
  await chart.focus()
  for (const key of ['Home', 'PageUp', 'PageUp']) await chart.press(key)
}

async function seeBridge(page: Page): Promise<void> {
  await see('418')(page)
  await see('Node metrics')(page)
  await expect(page.locator('section canvas')).toHaveCount(1)
}
async function connectBridge(page: Page): Promise<void> {
  await press('Connect a bridge')(page)
  await page.getByLabel('Name', { exact: true }).fill('harbour-da')
  await press('Create token')(page)
}

const contactsPath = { path: '/settings?tab=contacts', as: 'channels' } as const
async function chooseContact(page: Page, channel: RegExp): Promise<void> {
  await press('Add contact')(page)
  await page.getByRole('dialog').getByRole('button', { name: channel }).click()
}
async function addTelegram(page: Page): Promise<void> {
  await chooseContact(page, /^Telegram/)
  await press('Get the link')(page)
}
async function addWebhook(page: Page): Promise<void> {
  await chooseContact(page, /^Webhook/)
  await page.getByLabel('Address').fill('https://ops.example.org/alerts')
  await press('Add and check')(page)
  await expect(page.getByLabel('Signing key').last()).toHaveValue(/^whsec_/)
  await page.keyboard.press('Escape')
}

/** What is looked at, in each situation that looks different. */
const views: readonly Omit<Scene, 'guest' | 'shell'>[] = [
  { name: 'login', path: '/login' },
  { name: 'login-wrong', path: '/login', act: signInWrongly, shows: see('Wrong e-mail or password.') },
  {
    name: 'login-second-step',
    path: '/login',
    as: 'factors',
    act: signInWrongly,
    shows: see('Confirm it’s you'),
  },
  { name: 'login-notice', path: '/login', as: 'notice' },
  { name: 'register', path: '/register' },
  {
    name: 'register-empty',
    path: '/register',
    act: press('Create an account'),
    shows: see('Enter an address like name@example.org'),
  },
  { name: 'register-sent', path: '/register', act: sendMail, shows: see('robin@example.org') },
  { name: 'register-confirm', path: '/register/confirm?token=t' },
  {
    name: 'register-old-link',
    path: '/register/confirm?token=t',
    act: press('Confirm and sign in'),
    shows: see('This link no longer works'),
  },
  { name: 'reset-password', path: '/reset-password' },
  { name: 'reset-password-sent', path: '/reset-password', act: sendMail, shows: see('robin@example.org') },
  { name: 'reset-password-confirm', path: '/reset-password/confirm?token=t' },
  { name: 'email-change-confirm', path: '/email-change/confirm?token=t' },
  { name: 'acknowledge', path: '/acknowledge?token=2n9c.link', shows: see('Not acknowledged yet') },
  {
    name: 'acknowledge-muted',
    path: '/a/2n9c.link',
    act: press('Mute for 1 hour'),
    shows: see(/^Muted until/),
  },
  { name: 'acknowledge-used', path: '/a/used.link', shows: see(/^Over after/) },
  { name: 'acknowledge-several', path: '/a/several.link', shows: see('3 alerts') },
  { name: 'acknowledge-vote', path: '/a/vote.link', shows: see(/^Voting ends/) },
  { name: 'acknowledge-expired', path: '/a/old.link', shows: see('This link has expired') },
  { name: 'validators', ...list, shows: see('Paper Sluice') },
  { name: 'validators-loading', ...list, as: 'slow', shows: seeSkeleton },
  { name: 'validators-error', ...list, as: 'error', shows: see('Couldn’t load the list') },
  {
    name: 'validators-no-match',
    ...list,
    act: (page) => page.getByRole('searchbox').fill('harbour'),
    shows: see(/harbour”/),
  },
  { name: 'validators-stale', ...list, as: 'stale', shows: see('48 s old') },
  { name: 'validators-halted', ...list, as: 'halted', shows: see(/stopped at height/) },
  { name: 'validators-unreachable', ...list, as: 'unreachable', shows: see('Network unreachable since') },
  { name: 'validators-syncing', ...list, as: 'syncing', shows: see(/catching up/) },
  { name: 'validators-connecting', ...list, as: 'connecting', shows: see(/Connecting to/) },
  { name: 'validators-not-followed', ...list, as: 'not-followed', shows: see(/is not followed/) },
  { name: 'validators-trouble', ...list, as: 'trouble', shows: see('Paper Sluice') },
  { name: 'validators-trouble-refused', ...list, as: 'trouble-refused', shows: see(/on another chain/) },
  {
    name: 'validators-terms',
    ...list,
    act: press('What do these words mean?'),
    shows: see(/^Jailed forever/),
  },
  { name: 'validators-unreported', ...list, as: 'unreported', shows: see(/unknown/i) },
  { name: 'validators-newcomer', ...list, as: 'newcomer', shows: see('Which one is yours?') },
  {
    name: 'validators-offer',
    ...list,
    as: 'newcomer',
    act: makeMine,
    shows: see(/^Turn on the recommended alerts/),
  },
  {
    name: 'validators-without-alerts',
    ...list,
    as: 'without-alerts',
    shows: see(/^Turn on the recommended/),
  },
  {
    name: 'validators-question',
    ...list,
    act: starTwo,
    shows: see(/^Turn on the recommended alerts for 2 validators/),
  },
  {
    name: 'validators-mine',
    ...list,
    as: 'mine',
    act: openRow,
    shows: (page) => expect(page.getByRole('slider', { name: 'Block' })).toBeVisible(),
  },
  { name: 'validators-notice', ...list, as: 'notice', shows: see('Simulated data.') },
  {
    name: 'networks-menu',
    ...list,
    act: (page) => page.getByRole('button', { name: /^Switch network/ }).click(),
    shows: (page) => expect(page.getByRole('list', { name: 'Networks' }).getByText('Halted')).toBeVisible(),
  },
  {
    name: 'user-menu',
    ...list,
    act: press('Account: Robin'),
    shows: see('Logout'),
  },
  { name: 'columns-menu', ...list, act: openColumns },
  { name: 'validators-votes', ...list, act: showVotes },
  { name: 'appearance-panel', ...list, act: openAppearance },
  { name: 'validator', path: '/validators/5', shows: see('Entered the active set') },
  {
    name: 'validator-block',
    path: '/validators/9',
    as: 'trouble',
    act: pinBlock,
    shows: see('Open in explorer'),
  },
  { name: 'validator-terms', path: '/validators/5', act: openTerms, shows: see(/doesn’t count as missed/) },
  { name: 'validator-jailed', path: '/validators/18', shows: see(/^In jail/) },
  { name: 'validator-missing', path: '/validators/999', shows: see('Validator not found') },
  {
    name: 'validator-loading',
    path: '/validators/5',
    as: 'slow',
    shows: seeLoading('Loading the validator'),
  },
  {
    name: 'validator-error',
    path: '/validators/5',
    as: 'error',
    shows: see('Couldn’t load the validator'),
  },
  { name: 'bridges', path: '/bridges', view: true, shows: see('copper-bridge-1') },
  { name: 'bridges-loading', path: '/bridges', as: 'slow', shows: seeLoading('Loading bridges') },
  { name: 'bridges-error', path: '/bridges', as: 'error', shows: see('Couldn’t load the list') },
  { name: 'bridges-none', path: '/bridges', as: 'no-alerts', shows: see('No bridges yet') },
  { name: 'bridge', path: '/bridges/3', shows: seeBridge },
  {
    name: 'bridge-connect',
    view: true,
    path: '/bridges',
    act: connectBridge,
    shows: see('Waiting for the first push…'),
  },
  {
    name: 'bridge-tokens',
    path: '/bridges',
    view: true,
    act: press('Tokens'),
    shows: see('Another network'),
  },
  { name: 'charts', path: '/charts', shows: see('Choose validators to compare') },
  { name: 'charts-lines', path: `/charts?${sixValidators}`, act: moveCursor, shows: seeCharts },
  { name: 'charts-table', path: `/charts?${sixValidators}&table=1`, shows: see('no data') },
  { name: 'charts-error', path: '/charts?validator=1', as: 'error', shows: see('Couldn’t load the charts') },
  ...governanceViews,
  { name: 'alerts', path: '/alerts', as: 'alerts', shows: see('3 blocks missed in a row') },
  {
    name: 'alerts-changed',
    path: '/alerts',
    as: 'alerts',
    act: changeAlerts,
    shows: see(/changes? not saved/),
  },
  { name: 'alerts-elsewhere', path: '/alerts', as: 'alerts', act: saveAlerts, shows: see(/Not saved:/) },
  { name: 'alerts-replay', path: '/alerts', as: 'alerts', act: replayAlerts, shows: see(/^Counted over/) },
  { name: 'alerts-network', path: '/alerts?target=network', as: 'alerts', shows: seeBoxes },
  { name: 'alerts-bridge', path: '/alerts?bridge=3', as: 'alerts', shows: seeOneBridge },
  { name: 'alerts-bridges', path: '/alerts?target=bridges', as: 'alerts', shows: seeBoxes },
  { name: 'alerts-no-bridge', path: '/alerts?bridge=99', as: 'alerts', shows: see('Bridge not found') },
  { name: 'alerts-channels', path: '/alerts', as: 'channels', shows: see('3 blocks missed in a row') },
  { name: 'alerts-none', path: '/alerts', shows: see('Choose a validator') },
  { name: 'alerts-loading', path: '/alerts', as: 'slow', shows: seeAlertsSkeleton },
  { name: 'alerts-error', path: '/alerts', as: 'error', shows: see('Couldn’t load your alert settings') },
  { name: 'alerts-stale', path: '/alerts?target=every', as: 'stale', shows: see('48 s old') },
  { name: 'alerts-history', path: '/alerts-history', shows: see('Tallow & Wick') },
  { name: 'alerts-history-open', path: '/alerts-history?alert=999', shows: see('8,612 of 10,000') },
  { name: 'alerts-history-votes', path: '/alerts-history?alert=1000', as: 'votes', shows: see('#29 Raise') },
  { name: 'alerts-history-incidents', path: '/alerts-history', as: 'incidents', shows: see('Tallow & Wick') },
  {
    name: 'alerts-history-incident',
    path: '/alerts-history?alert=989',
    as: 'incidents',
    shows: see('Left the active set'),
  },
  {
    name: 'alerts-history-loading',
    path: '/alerts-history',
    as: 'slow',
    shows: seeLoading('Loading alerts'),
  },
  {
    name: 'alerts-history-error',
    path: '/alerts-history',
    as: 'error',
    shows: see('Couldn’t load the alerts'),
  },
  {
    name: 'alerts-history-empty',
    path: '/alerts-history',
    as: 'no-alerts',
    shows: see('Nothing has happened yet'),
  },
  { name: 'alerts-history-filtered', path: '/alerts-history?q=harbour', shows: see('No alert matches') },
  { name: 'settings', path: '/settings', shows: see('Time zone') },
  { name: 'settings-security', path: '/settings?tab=security', shows: see('accounts.google.com') },
  {
    name: 'settings-factors',
    path: '/settings?tab=security',
    as: 'factors',
    shows: see('YubiKey in the safe'),
  },
  {
    name: 'settings-factor-app',
    view: true,
    path: '/settings?tab=security',
    act: press('Set up'),
    shows: see(/^Can’t scan it/),
  },
  {
    name: 'settings-factor-password',
    view: true,
    path: '/settings?tab=security',
    as: 'long-signed-in',
    act: press('Set up'),
    shows: see('Adding a second factor needs your password.'),
  },
  {
    name: 'settings-recovery-codes',
    view: true,
    path: '/settings?tab=security',
    as: 'factors',
    act: press('Create new codes'),
    shows: see('k3vbqa-52hwzn-6tmcue-xpr4ds'),
  },
  { name: 'settings-contacts', ...contactsPath, shows: see('harbour-ops') },
  {
    name: 'contacts-remove',
    ...contactsPath,
    act: press('Remove harbour-ops'),
    shows: see(/on Celestia Mainnet/),
  },
  {
    name: 'contacts-pagerduty',
    ...contactsPath,
    act: press('Change what PagerDuty acknowledges: Night shift'),
    shows: see('Webhook secret'),
  },
  {
    name: 'contacts-add',
    ...contactsPath,
    act: press('Add contact'),
    shows: see(/^Not set up on this site/),
  },
  {
    name: 'contacts-form',
    ...contactsPath,
    act: async (page) => {
      await chooseContact(page, /^Matrix/)
      await press('Add and check')(page)
    },
    shows: see(/starts with !$/),
  },
  { name: 'contacts-telegram', ...contactsPath, act: addTelegram, shows: see(/^Waiting until you press/) },
  {
    name: 'contacts-push',
    ...contactsPath,
    act: (page) => chooseContact(page, /^Push/),
    shows: see('Turn on for this device'),
  },
  { name: 'contacts-secret', ...contactsPath, act: addWebhook, shows: see(/^Close without the key/) },
  ...teamViews,
  { name: 'settings-phones', path: '/settings?tab=phones', shows: see('Six-digit code') },
  { name: 'settings-sessions', path: '/settings?tab=sessions', shows: see('192.0.2.7') },
  { name: 'settings-appearance', path: '/settings?tab=appearance', shows: see('Skin') },
  ...quietViews,
  { name: 'not-found', path: '/404' },
  { name: 'broken', path: '/500' },
  { name: 'refused', path: '/charts', as: 'refused', shows: see('You are not authorized') },
  { name: 'refused-network', path: '/', as: 'vip', shows: see('You don’t have access to this network') },
  { name: 'held-back-network', path: '/', as: 'held-back', shows: see('Set up a second factor to go on') },
]

/** `$name` in the path of a page stands for whatever the address has there. */
function isAt(path: string, address: string): boolean {
  const given = address.split('?')[0]?.split('/') ?? []
  const wanted = path.split('/')
  return given.length === wanted.length && wanted.every((one, at) => one.startsWith('$') || one === given[at])
}

/** Situations in which no navigation is shown. */
const withoutShell = new Set<Scene['as']>(['refused', 'vip', 'held-back'])

/** Every page of the site in every situation; who sees it, and what stands around it, is the page's own. */
export const scenes: readonly Scene[] = views.map((view) => {
  const page: PageRules | undefined = pages.find(({ path }) => isAt(path, view.path))
  if (!page) throw new Error(`There is no page ${view.path}: scenes.ts names one that is gone.`)
  return {
    ...view,
    ...(page.layout === 'shell' && !withoutShell.has(view.as) ? { shell: true } : {}),
    ...(page.layout === 'split' && view.as !== 'invited' ? { guest: true } : {}),
  }
})
for (const { path } of pages)
  if (!aloneInBrowser.includes(path) && !views.some((view) => isAt(path, view.path)))
    throw new Error(`No scene shows the page ${path}.`)

/** @throws where the table has no such scene */
export function sceneOf(name: string): Scene {
  const scene = scenes.find((one) => one.name === name)
  if (!scene) throw new Error(`There is no scene ${name}.`)
  return scene
}
