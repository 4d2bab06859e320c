import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { refusalOf } from './transaction.ts'

/** Something is written with each block, so whoever refuses still says so within this. */
const forgottenAfterMs = 30_000

const reasons: Readonly<Record<string, string>> = {
  '53100': 'its disk is full: make room on it',
  '53200': 'it is out of memory',
  '53300': 'it takes no more connections: raise max_connections, or run fewer processes',
  '25006': 'it can only be read: is DATABASE_URL the address of the primary?',
}

interface Refusals {
  /** Remembers what the database said to some statement, or to who wanted to connect. */
  note(error: unknown): void
  /** Why the database takes nothing just now; null: it does. */
  trouble(): string | null
}

/** What a PostgreSQL refuses because of itself: nobody here sees its disk. The log says it once, until it is over. */
export function createRefusals(clock: Pick<Clock, 'monotonic'>, log: Pick<Logger, 'error'>): Refusals {
  let last: { code: string; at: number } | null = null

  function trouble(): string | null {
    if (last === null || clock.monotonic() - last.at >= forgottenAfterMs) return null
    const reason = reasons[last.code] ?? `see its log (SQLSTATE ${last.code})`
    return `the database refuses what is to be stored: ${reason}`
  }

  return {
    trouble,
    note(error) {
      const code = refusalOf(error)
      if (code === null) return
      const isNew = trouble() === null
      last = { code, at: clock.monotonic() }
      if (isNew) log.error({ reason: trouble() }, 'nothing can be stored until this is mended')
    },
  }
}
