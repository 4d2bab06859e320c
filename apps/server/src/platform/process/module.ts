import type { SealedColumn } from '../config/text-seal.ts'
import type { Role } from '../config/variables.ts'
import type { Queryable, Tx } from '../db/database.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Loop } from '../loop.ts'

/**
 * What a module hands to `app.ts`. Building a module starts nothing: routes are added and loops started by the
 * application, and only those of the roles this process plays.
 */
export interface Module {
  name: string
  /** Adds the module's calls; called once, before listening, in processes that play `web`. */
  routes?(server: HttpServer): void
  /** Loops with the role they belong to; one that serves two roles is named twice, and started once. */
  loops?: readonly { role: Role; loop: Loop }[]
  /** Brings memory up to date from the database before the process says that it can serve. */
  start?(): Promise<void>
  /** Closes what `start` opened; loops are already stopped. */
  stop?(): Promise<void>
  /** Reasons why this process cannot serve just now, for `/api/health/`. Empty when it can. */
  unhealthy?(): readonly string[]
  /** What somebody should mend although this process can serve, for `/api/health/`. */
  warnings?(): readonly string[]
  /**
   * Reasons why the site as a whole is not well, whichever process is asked: read from the database. They keep the
   * heartbeat back.
   */
  troubles?(): Promise<readonly string[]>
  /** Commands of `npm run roundsman --` that this module answers, in a running server or beside none. */
  commands?: readonly AdminCommand[]
  personalData?: PersonalData
  /** Every column in which it keeps something sealed: else a change of the secret would leave it unreadable (B210). */
  sealed?: readonly SealedColumn[]
}

/** What a module keeps of users: everybody may take it with them, and have it deleted with the account. */
export interface PersonalData {
  /** By the names that the export gives its parts: JSON without secrets, times as ISO strings. */
  read(orm: Queryable, userId: number): Promise<Record<string, unknown>>
  /** Deletes what no foreign key deletes with the account, in the transaction that does, before it. */
  erase?(tx: Tx, userId: number): Promise<void>
}

/** Where a command writes; lines go to the terminal of whoever typed it, through the socket if need be. */
export interface AdminTerminal {
  /** A line of the result (standard output). */
  print(line: string): void
  /** A line about what went wrong (standard error). */
  complain(line: string): void
}

/** One command of `npm run roundsman -- <name> <arguments>`. */
export interface AdminCommand {
  /** The words that select it, e.g. `user create`; what the help says of it: `administration/command-help.data.ts`. */
  name: string
  /** It writes into the audit trail itself, with the account that it is about; of others the trail has the name. */
  recordsItself?: true
  /**
   * Parses its arguments itself (`parseArgs` of node:util) and gives the exit code: 0 done, 1 failed, 2 used wrongly.
   * Runs inside the server when one runs, else in the command's own process after `start()` of no module.
   */
  run(args: readonly string[], terminal: AdminTerminal): Promise<number>
}
