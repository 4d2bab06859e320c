import { type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/** Drizzle's SQL-like builder, outside or inside a transaction. Both engines speak through the same driver. */
export type Orm = NodePgDatabase
export type Tx = Parameters<Parameters<Orm['transaction']>[0]>[0]
/** What a store function takes, so that the caller decides whether it runs in a transaction. */
export type Queryable = Orm | Tx

export interface Database {
  readonly engine: 'embedded' | 'server'
  readonly orm: Orm
  /**
   * The database's clock as an expression, a timestamptz that stands still within a statement: the one clock that all
   * processes share. Whatever one process writes and another compares is measured by it.
   */
  now(): SQL
  /**
   * Runs `work` in one transaction. It is retried as a whole for the retryable classes only (serialization
   * failure, deadlock, lost connection before COMMIT was sent), so `work` must have no effect outside the database.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads as of one moment (REPEATABLE READ, read only), retried like `transaction`. */
  snapshot<T>(read: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Gives a number that is another one after each commit of a statement that `touches` says yes to, from before whoever
   * committed hears of it: what was read while it stood still is what the database has. Null where other processes write
   * besides, so that nobody here can know. What a statement changes must show in its text, and one that is prepared by
   * name may only read.
   */
  watchChanges(touches: (statement: string) => boolean): () => number | null
  /** Sends a hint when the transaction commits (`pg_notify`); the payload is at most 7,000 bytes. */
  notify(tx: Tx, channel: string, payload: string): Promise<void>
  /** Hints of other processes and of this one. A hint may be lost: a poll stands behind each. */
  onNotify(channel: string, handler: (payload: string) => void): () => void
  /** Brings the embedded engine's files up to date with its log, unless they are held; a server does it by itself. */
  checkpoint(): Promise<void>
  /** The embedded engine's own; null on a server. */
  readonly files: DatabaseFiles | null
  /** Why a server takes nothing just now, as its answers say; null: it does, or it is the embedded engine, whose disk is looked at. */
  trouble(): string | null
  close(): Promise<void>
}

/** The files of an engine that goes on meanwhile. */
interface DatabaseFiles {
  directory: string
  /**
   * Brings the files up to date, and writes no other checkpoint until `copy` is done: what it copies, the log (`pg_wal`)
   * last, opens as after kill -9, as of a moment after the call.
   * @throws Error where somebody holds them already, or the engine was opened anew meanwhile
   */
  hold(copy: () => Promise<void>): Promise<void>
}

/** `now()` would stand still for a whole transaction, and `clock_timestamp()` could use no index. */
export function statementTime(): SQL {
  return sql`statement_timestamp()`
}
