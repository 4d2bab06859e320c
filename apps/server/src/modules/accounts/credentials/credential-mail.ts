import type { Language } from '@roundsman/contract/users'
import type { Tx } from '../../../platform/db/database.ts'
import { type AccountParts, siteLink } from '../account-parts.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { type CredentialTexts, credentialTexts } from './credential-texts.data.ts'
import { noticeUsefulMs, resetPage } from './token.store.ts'

/** Mails of this folder. */
export type CredentialMailName = {
  [K in keyof CredentialTexts]: CredentialTexts[K] extends string ? never : K
}[keyof CredentialTexts]

export interface MailOrder {
  mail: CredentialMailName
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
export async function orderMail(
  tx: Tx,
  parts: Pick<AccountParts, 'sites' | 'enqueueDelivery'>,
  order: MailOrder,
): Promise<void> {
  const { button, subject, paragraphs } = credentialTexts[order.language][order.mail]
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

export interface Notice {
  mail: 'passwordChanged' | 'emailNotice'
  user: Pick<UserRow, 'id' | 'email' | 'language'>
  /** Host of the request: selects the domain of the link. */
  host: string
  dedupeKey: string
}

/** Tells a user what happened to their account, with the way to a new password should it not have been them. */
export function orderNotice(
  tx: Tx,
  parts: Pick<AccountParts, 'sites' | 'enqueueDelivery'>,
  { mail, user, host, dedupeKey }: Notice,
): Promise<void> {
  return orderMail(tx, parts, {
    mail,
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
