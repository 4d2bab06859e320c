import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { Database } from '../../platform/db/database.ts'
import { encodePicture } from '../../platform/encode-picture.ts'
import type { CreateLoop, Loop } from '../../platform/loop.ts'
import type { Load } from '../../platform/load.loop.ts'
import {
  type DueAvatar,
  databaseNow,
  endTurn,
  keepPicture,
  longestPauseMs,
  nextDue,
  noteAbsent,
  noteFailed,
  noteWanted,
  takeTurn,
} from './avatar.store.ts'
import { AskingFailure, type Keybase, keySuffixOf } from './keybase.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Between two questions. */
const paceMs = 3_000
/** While nobody is due, and while another process asks or all wait. */
const idleMs = minuteMs
const waitingMs = 30_000
const foundForMs = 7 * dayMs
const absentForMs = dayMs
/** Pauses after failures, doubled with each: of everybody, and of the one whom was asked about. */
const pauses = {
  all: { first: minuteMs, longest: 6 * hourMs },
  one: { first: hourMs, longest: dayMs },
}
/** Sharp on every screen in the head of a page (56 px); where it would be too large, the next one. */
const widths = [128, 96, 64]
const mostBytes = 16 * 1024

interface LookUpDeps {
  db: Pick<Database, 'orm' | 'now' | 'transaction'>
  keybase: Keybase
  /** What the validators of the networks that are asked about name as their identity, the highest rank first. */
  identities(): Promise<readonly string[]>
  log: AvatarsLog
}

/** What was found about one: a picture, none, or something that is no picture or lies elsewhere. */
type Result = { webp: Buffer } | 'none' | 'unusable' | AskingFailure

export interface LookUp {
  /** Asks about one validator, if one is due. Gives the pause before the next time, in ms. */
  pass(signal: AbortSignal): Promise<number>
}

/** Asks keybase for pictures of validators, one at a time among all processes, and keeps what it finds. */
export function createLookUp({ db, keybase, identities, log }: LookUpDeps): LookUp {
  /** When each was last noted as wanted by this process, by the database's clock. */
  let noted: ReadonlyMap<string, number> = new Map()
  let listedAt: number | null = null

  async function noteIdentities(now: number): Promise<void> {
    if (listedAt !== null && Math.abs(now - listedAt) < idleMs) return
    const suffixes = [...new Set((await identities()).map(keySuffixOf).filter((one) => one !== null))]
    const stale = suffixes.filter((suffix) => Math.abs(now - (noted.get(suffix) ?? 0)) >= dayMs)
    if (stale.length > 0) await db.transaction((tx) => noteWanted(tx, stale, now))
    const fresh = new Set(stale)
    noted = new Map(suffixes.map((suffix) => [suffix, fresh.has(suffix) ? now : (noted.get(suffix) ?? now)]))
    listedAt = now
  }

  async function ask({ keySuffix }: DueAvatar, signal: AbortSignal): Promise<Result> {
    try {
      const found = await keybase.pictureOf(keySuffix, signal)
      if (typeof found === 'string') return found
      const pictures = (await encodePicture(found.file, widths)) ?? []
      return pictures.find(({ webp }) => webp.length <= mostBytes) ?? 'unusable'
    } catch (error) {
      if (error instanceof AskingFailure) return error
      throw error
    }
  }

  return {
    async pass(signal) {
      const now = await databaseNow(db.orm, db.now())
      await noteIdentities(now)
      const due = await nextDue(db.orm, now)
      if (due === null) return idleMs
      const turn = await takeTurn(db.orm, now)
      if (turn === null) return waitingMs
      const result = await ask(due, signal)
      // No answer: it may be asked for again in a minute.
      if (signal.aborted) return idleMs
      const failures = result instanceof AskingFailure ? turn.failures + 1 : 0
      const pauseMs = pauseAfter(result, failures)
      await db.transaction(async (tx) => {
        const after = await databaseNow(tx, db.now())
        await keep(tx, due, result, after)
        await endTurn(tx, { nextAt: after + pauseMs, failures })
      })
      log.asked(result, { failures, before: turn.failures, pauseMs })
      return pauseMs
    },
  }
}

/** How long keybase is left alone, in ms. */
function pauseAfter(result: Result, failures: number): number {
  if (!(result instanceof AskingFailure)) return paceMs
  return Math.min(longestPauseMs, Math.max(growing(pauses.all, failures), result.retryAfterMs ?? 0))
}

async function keep(
  tx: Parameters<typeof keepPicture>[0],
  due: DueAvatar,
  result: Result,
  now: number,
): Promise<void> {
  const { keySuffix } = due
  if (result === 'none') return noteAbsent(tx, due, now + absentForMs)
  if (result === 'unusable') return noteFailed(tx, keySuffix, { failures: 0, nextAt: now + absentForMs })
  if (result instanceof AskingFailure) {
    const failures = due.failures + 1
    return noteFailed(tx, keySuffix, { failures, nextAt: now + growing(pauses.one, failures) })
  }
  return keepPicture(tx, keySuffix, result.webp, now + foundForMs)
}

/** After the first failure the first pause, twice as long after each more. */
function growing({ first, longest }: { first: number; longest: number }, failures: number): number {
  return Math.min(longest, first * 2 ** (failures - 1))
}

/** Asks for pictures of validators; the pass says when to ask again. */
export function createLookUpLoop(createLoop: CreateLoop, lookUp: LookUp, load: Load): Loop {
  return createLoop({
    name: 'avatars/look-up',
    everyMs: idleMs,
    // Who comes early for the turn of its own waits for half a minute.
    jitter: 0,
    longestPauseMs: 600_000,
    pass: (signal) => (load.isHigh() ? Promise.resolve(idleMs) : lookUp.pass(signal)),
  })
}

interface AvatarsLog {
  /** What came of a question; `failures` in a row with it and `before` it, and the pause that follows. */
  asked(result: unknown, how: { failures: number; before: number; pauseMs: number }): void
}

/** Quiet: a server without the internet is no trouble, its validators only have letters in place of pictures. */
export function createAvatarsLog(log: Logger, metrics: Registry): AvatarsLog {
  const asked = new Counter({
    name: 'roundsman_avatar_lookups_total',
    help: 'Questions for pictures of validators by outcome.',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  return {
    asked(result, { failures, before, pauseMs }) {
      if (result instanceof AskingFailure) {
        asked.inc({ outcome: 'failed' })
        const said = { reason: result.message, pauseMs }
        const text = 'keybase is not responding; pictures of validators wait'
        if (failures === 1) log.info(said, text)
        else log.debug(said, text)
        return
      }
      asked.inc({ outcome: typeof result === 'string' ? result : 'found' })
      if (before > 0) log.info({ failures: before }, 'keybase answers again')
    },
  }
}
