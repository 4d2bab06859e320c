import type { Tx } from '../../../platform/db/database.ts'
import { type AccountParts, siteLink } from '../account-parts.ts'
import { noticeUsefulMs, resetPage } from '../credentials/token.store.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { identityMails } from './identity-texts.data.ts'
import type { IdentityRow } from './identity.store.ts'

/** Tells the owner of an account that a way to sign in came or went (I6, I12, I13), inside the caller's transaction. */
export async function orderIdentityMail(
  tx: Tx,
  parts: Pick<AccountParts, 'sites' | 'enqueueDelivery'>,
  what: keyof typeof identityMails,
  user: UserRow,
  identity: Pick<IdentityRow, 'id' | 'issuer'>,
  host: string,
): Promise<void> {
  const { button, texts } = identityMails[what][user.language]
  await parts.enqueueDelivery(tx, {
    channel: 'email',
    purpose: 'account',
    recipient: user.email,
    userId: user.id,
    language: user.language,
    message: {
      ...texts(issuerHost(identity.issuer)),
      link: { label: button, url: siteLink(parts.sites, host, resetPage) },
    },
    dedupeKey: `identity-${what}:${identity.id}`,
    usefulForMs: noticeUsefulMs,
  })
}

/** What an issuer is called towards people. */
export function issuerHost(issuer: string): string {
  return new URL(issuer).host
}
