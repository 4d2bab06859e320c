import type { Tx } from '../../platform/db/database.ts'
import type { AccountParts } from './account-parts.ts'
import { rememberNetwork } from './user.store.ts'
import type { ClientContext } from './client-context.ts'

/**
 * Signs a user in inside the caller's transaction: always a new session, the browser's earlier one ends (A27), and
 * the network address is known from now on (A23). Gives the secret for the cookie.
 * @param byProvider where an identity provider proved the user just now
 */
export async function signIn(
  tx: Tx,
  parts: Pick<AccountParts, 'sessions' | 'clock'>,
  userId: number,
  client: ClientContext,
  byProvider = false,
): Promise<string> {
  await parts.sessions.end(tx, client.sessionSecrets)
  await rememberNetwork(tx, userId, client.network, new Date(parts.clock.now()))
  return parts.sessions.open(tx, { userId, ip: client.ip, userAgent: client.userAgent, byProvider })
}
