import type { Language } from '@roundsman/contract/accounts/users'
import type { Tx } from '../../platform/db/database.ts'
import type { AccountParts, Sites } from './account-parts.ts'
import { hostName } from './sessions/account-cookies.ts'
import type { UserRow } from './users/accounts.schema.ts'

/** A notice that nobody could deliver in a day comes too late to be of use. */
const noticeUsefulMs = 24 * 60 * 60_000
/** Where somebody who lost a password asks for a new one. */
const resetPage = '/reset-password'

interface MailText {
  subject: string
  paragraphs: readonly string[]
  /** On the link to `page`. */
  button: string
}

interface MailOrder {
  text: MailText
  to: string
  userId: number | null
  language: Language
  /** Host of the request: selects the domain of the link. */
  host: string
  page: { path: string; token?: string }
  dedupeKey: string
  usefulForMs: number
  /** Why the row is kept and nothing is sent; null sends. */
  suppressed: string | null
}

/** Puts one mail into the ledger, inside the caller's transaction. */
export async function orderMail(tx: Tx, parts: AccountParts, order: MailOrder): Promise<void> {
  const { button, subject, paragraphs } = order.text
  const { path, token } = order.page
  const url = siteLink(parts.sites, order.host, path, token === undefined ? {} : { token })
  await parts.enqueueDelivery(tx, {
    channel: 'email',
    purpose: 'account',
    recipient: order.to,
    userId: order.userId,
    language: order.language,
    message: { subject, paragraphs, link: { label: button, url } },
    dedupeKey: order.dedupeKey,
    usefulForMs: order.usefulForMs,
    ...(order.suppressed === null ? {} : { suppressed: order.suppressed }),
  })
}

interface Notice {
  text: MailText
  user: Pick<UserRow, 'id' | 'email' | 'language'>
  host: string
  dedupeKey: string
}

/** Tells a user what happened to their account, with the way to a new password should it not have been them. */
export function orderNotice(tx: Tx, parts: AccountParts, notice: Notice): Promise<void> {
  const { text, user, host, dedupeKey } = notice
  return orderMail(tx, parts, {
    text,
    to: user.email,
    userId: user.id,
    language: user.language,
    host,
    page: { path: resetPage },
    dedupeKey,
    usefulForMs: noticeUsefulMs,
    suppressed: null,
  })
}

/**
 * Address of a page of the site for a mail. The host of the request only selects among the catalogue's domains; it
 * never gets into the link itself (A14, ASVS 6.4.1).
 */
function siteLink(sites: Sites, host: string, path: string, query: Record<string, string>): string {
  const base = sites.domainOfHost(hostName(host)) ?? sites.publicUrl()
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
