import { expect, type Page } from '@playwright/test'
import type { Language } from '@roundsman/contract/accounts/users'
import { violations } from './axe.ts'
import type { InputMethod } from './input-method.ts'
import { findMail } from './mailbox.ts'
import type { Product } from './product.ts'
import type { Translate } from './texts.ts'

/** Somebody at a browser: what they look at, what they use it with, and the words they read. */
export interface Visitor {
  page: Page
  input: InputMethod
  t: Translate
  language: Language
  product: Product
}

/** Waits for the page with this title, which axe finds nothing wrong with. */
export async function arriveAt({ page }: Visitor, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  expect(await violations(page), title).toEqual([])
}

interface MailText {
  subject: string
  paragraphs: readonly string[]
}

/** Waits for a mail, which says all of that and nothing else of its kind, and gives the link in it. */
export async function linkIn({ product }: Visitor, address: string, text: MailText): Promise<string> {
  await expect.poll(async () => findMail(product.mailFolder, address, text.subject)).not.toBeNull()
  const mail = await findMail(product.mailFolder, address, text.subject)
  const body = mail?.text ?? ''
  for (const paragraph of text.paragraphs) expect(body).toContain(paragraph)
  return body.split(/\s+/).find((word) => word.startsWith('http')) ?? ''
}

/** Fills in and sends the form of the page "Sign in". */
export async function typeCredentials(
  { page, input, t }: Visitor,
  email: string,
  password: string,
): Promise<void> {
  await input.fill(page.getByLabel(t('account.email'), { exact: true }), email)
  await input.fill(page.getByLabel(t('account.password'), { exact: true }), password)
  await input.press(page.getByRole('button', { name: t('account.signIn'), exact: true }))
}

/** Signs in on the page of that name. */
export async function enter(visitor: Visitor, email: string, password: string): Promise<void> {
  await typeCredentials(visitor, email, password)
  const { page, t } = visitor
  await expect(page.getByRole('heading', { level: 1, name: t('list.title') })).toBeVisible()
}

/** Opens a part of the settings by the menu of the account. */
export async function openSettings(visitor: Visitor, tab: string, user: string): Promise<void> {
  const { page, input, t } = visitor
  await input.press(page.getByRole('button', { name: t('bar.user', { name: user }) }))
  await input.pick(page.getByRole('menuitem', { name: t('shell:nav.settings') }))
  await openTab(visitor, tab)
}

export async function openTab({ page, input, t }: Visitor, tab: string): Promise<void> {
  const link = page.getByRole('link', { name: t(`account:tab.${tab}`), exact: true })
  await input.press(link)
  await expect(link).toHaveAttribute('aria-current', 'page')
}

export async function signOut({ page, input, t }: Visitor, user: string): Promise<void> {
  await input.press(page.getByRole('button', { name: t('bar.user', { name: user }) }))
  await input.pick(page.getByRole('menuitem', { name: t('bar.signOut') }))
  await expect(page).toHaveURL(/\/login$/)
}
