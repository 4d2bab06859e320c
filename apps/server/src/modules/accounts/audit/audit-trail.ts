import type { AuditKind } from '@roundsman/contract/accounts/audit'
import { and, desc, eq, isNull, lt, or } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Call } from '../../../platform/http/http-server.ts'
import { auditEvent, userAccount } from '../users/accounts.schema.ts'

const dayMs = 24 * 60 * 60_000
/** More than a year: what happened a year ago today can be looked up. */
const keptMs = 400 * dayMs
/** Anybody can make them, by guessing at addresses that have no account. */
const nobodysKeptMs = 30 * dayMs
/** Of headers that strangers send. */
const longestText = 400

/** Where a request comes from. */
export interface Origin {
  ip: string
  userAgent: string
}

export interface AuditEntry {
  kind: AuditKind
  /** Null where no account is concerned. */
  userId: number | null
  /** Null: on the server itself, by whoever operates it. */
  from: Origin | null
  /** Of what: a group, a provider, the name of a token. Never a secret, never a whole address or number. */
  detail?: string
}

/** What touches the security of accounts, in the log and in the database (A100 to A103). */
export interface AuditTrail {
  /**
   * Called last in the transaction of what it records: what is undone is not recorded, what is done always is. The line
   * of the log is written first and would stay.
   */
  record(db: Queryable, entry: AuditEntry): Promise<void>
  /** Deletes what has been kept long enough. */
  forget(db: Queryable): Promise<void>
}

/** What somebody tried and could not do: a warning in the log. */
const failures: ReadonlySet<AuditKind> = new Set([
  'login_failed',
  'reauthentication_failed',
  'second_factor_failed',
  'phone_code_refused',
])

export function createAuditTrail(log: Logger, clock: Clock): AuditTrail {
  return {
    record: async (db, { kind, userId, from, detail }) => {
      const { ip = null, userAgent = null } = from ?? {}
      const line = { event: kind, user: userId, ip, ...(detail === undefined ? {} : { detail }) }
      log[failures.has(kind) ? 'warn' : 'info'](
        from === null ? { ...line, by: 'administration' } : line,
        'account',
      )
      await db.insert(auditEvent).values({
        userId,
        at: new Date(clock.now()),
        kind,
        ip,
        userAgent: userAgent?.slice(0, longestText) ?? null,
        detail: detail?.slice(0, longestText) ?? null,
      })
    },
    forget: async (db) => {
      const before = (ms: number) => lt(auditEvent.at, new Date(clock.now() - ms))
      await db
        .delete(auditEvent)
        .where(
          or(
            before(keptMs),
            and(before(nobodysKeptMs), isNull(auditEvent.userId), eq(auditEvent.kind, 'login_failed')),
          ),
        )
    },
  }
}

export function originOf(call: Pick<Call, 'ip' | 'request'>): Origin {
  return { ip: call.ip, userAgent: call.request.headers['user-agent'] ?? '' }
}

export type AuditRow = typeof auditEvent.$inferSelect

/** A page of what concerns one account, the latest first. */
export async function auditEventsOf(
  db: Queryable,
  userId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AuditRow[]> {
  return db
    .select()
    .from(auditEvent)
    .where(and(eq(auditEvent.userId, userId), before === undefined ? undefined : lt(auditEvent.id, before)))
    .orderBy(desc(auditEvent.id))
    .limit(limit)
}

/** The latest of the whole site with the addresses of the accounts; for whoever operates it. */
export async function latestAuditEvents(
  db: Queryable,
  limit: number,
): Promise<{ event: AuditRow; email: string | null }[]> {
  return db
    .select({ event: auditEvent, email: userAccount.email })
    .from(auditEvent)
    .leftJoin(userAccount, eq(userAccount.id, auditEvent.userId))
    .orderBy(desc(auditEvent.id))
    .limit(limit)
}

/** As the API and the export show it. */
export function auditEventView({ id, at, kind, ip, userAgent, detail }: AuditRow) {
  return { id, at: at.toISOString(), kind, ip, user_agent: userAgent, detail }
}
