import { eq, sql } from 'drizzle-orm'
import { boolean, pgTable } from 'drizzle-orm/pg-core'
import { exportJWK, generateKeyPair } from 'jose'
import * as z from 'zod/mini'
import { bytea, timestamptz } from '../../../../platform/db/columns.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { SealedColumn, TextSeal } from '../../../../platform/config/text-seal.ts'
import { type VapidKeys, vapidKeysOf } from './vapid.ts'

// Migration 0042.

const webPushKey = pgTable('web_push_key', {
  isOnly: boolean('is_only').primaryKey().default(true),
  sealed: bytea('sealed').notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

const Kept = z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string(), d: z.string() })
const rowName = 'web-push-key'
export const sealedVapidKey: SealedColumn = {
  table: 'web_push_key',
  column: 'sealed',
  key: { column: 'is_only', type: 'boolean' },
  rowName: () => rowName,
}

export interface VapidKeyStore {
  /** Null where none was made yet. */
  find(this: void): Promise<VapidKeys | null>
  /** Makes one where there is none. */
  keep(this: void): Promise<VapidKeys>
}

/**
 * The key pair of this site: made by whoever asks first, sealed in the database, and the same in every process and for good.
 *
 * @throws Error where the site's secret is another one than it was sealed with
 */
export function createVapidKeys({ orm, now }: Pick<Database, 'orm' | 'now'>, seal: TextSeal): VapidKeyStore {
  let known: Promise<VapidKeys> | null = null

  async function kept(): Promise<VapidKeys | null> {
    const [row] = await orm
      .select({ sealed: webPushKey.sealed })
      .from(webPushKey)
      .where(eq(webPushKey.isOnly, true))
    return row ? vapidKeysOf(Kept.parse(JSON.parse(seal.open(rowName, row.sealed)))) : null
  }

  async function make(): Promise<VapidKeys> {
    const found = await kept()
    if (found !== null) return found
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const sealed = seal.seal(rowName, JSON.stringify(await exportJWK(privateKey)))
    await orm
      .insert(webPushKey)
      .values({ sealed, createdAt: sql`${now()}` })
      .onConflictDoNothing()
    // Of two that made one, one was kept.
    const made = await kept()
    if (made === null) throw new Error('the key of web push was not kept')
    return made
  }

  return {
    find: kept,
    keep: () => {
      known ??= make().catch((error: unknown) => {
        known = null
        throw error
      })
      return known
    },
  }
}
