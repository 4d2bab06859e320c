import { catalogue, type Condition } from '@roundsman/alerting/catalogue'
import { deciding, type Evidence } from '@roundsman/alerting/deciding'
import { missingBlocks } from '@roundsman/contract/networks/validator-state'
import type { NetworkStatus, Validator } from '@roundsman/contract/networks/validators'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/database.ts'
import type { Bridges } from '../../bridges/bridges.public.ts'
import type { Views } from '../../watch/watch.public.ts'
import { figureOf, isSeen } from '../conditions.ts'
import { readTargetState } from '../deciding/state.store.ts'
import { type AlertStatus, alertStatusesOf } from '../history/alert-status.ts'
import type { AgedAlert } from '../record/history.store.ts'
import { steadyToJail } from '../record/incidents/jail-due.policy.ts'
import { targetKeyOf } from '../record/incidents/occurrence.policy.ts'
import { atOnceMs, lasting } from '../texts/figures.ts'
import type { LaterFigures } from '../texts/writing.ts'

/** What is known now of what alerts are about, for messages that come later than their alert (E244). */
export interface FiguresNow {
  /**
   * By alert. Left out: those that are told as of themselves, since they are young, over, or what happened at a moment.
   *
   * @param again missed blocks that are over, whose validators miss blocks again: they are told as it is now (E379)
   */
  of(alerts: readonly AgedAlert[], again?: ReadonlySet<number>): Promise<ReadonlyMap<number, LaterFigures>>
  /** A validator as it is now, with the block and the time that its figures are of; null: not seen, or gone. */
  validator(networkId: number, validatorId: number): Promise<ValidatorNow | null>
  /** Of a validator that is in jail; null: it is not. */
  jailing(validatorId: number): Promise<Jailing | null>
}

/** In jail, since when, and from when it can be unjailed; null: not known. */
export interface Jailing {
  at: Date | null
  until: Date | null
}

export interface ValidatorNow {
  row: Validator
  height: number
  at: Date
  /** Blocks come: what is left until jail runs out. */
  isLive: boolean
  /** Share of the power that missed the block besides its own; null: not known. */
  missedWithIt: number | null
}

interface Known {
  views: Pick<Views, 'of' | 'refreshOne'>
  bridges: Pick<Bridges, 'readings'>
  clock: { monotonic(): number }
}

/** A process that shows no pages brings what it remembers of a network up to date when somebody asks, and no more often. */
const freshMs = 1_000

/** The newest block of a network that was read. */
interface Newest {
  status: NetworkStatus
  height: number
  at: Date
  rows: readonly Validator[]
}

export function createFiguresNow(db: Pick<Database, 'orm' | 'now'>, known: Known): FiguresNow {
  const { views, clock } = known
  const freshAt = new Map<number, number>()

  async function viewOf(networkId: number) {
    const at = clock.monotonic()
    if (at - (freshAt.get(networkId) ?? Number.NEGATIVE_INFINITY) >= freshMs) {
      await views.refreshOne(networkId)
      freshAt.set(networkId, at)
    }
    return views.of(networkId)
  }

  /** The newest block with letters, its time, and the rows as of it; null: none was read. */
  async function newestOf(networkId: number): Promise<Newest | null> {
    const view = await viewOf(networkId)
    const status = view?.status(clock.monotonic())
    const ring = view?.model()?.ring
    const height = ring?.newest() ?? null
    const at = height === null ? null : (ring?.time(height) ?? null)
    if (!view || !status || height === null || at === null) return null
    return { status, height, at: new Date(at), rows: view.validators() }
  }

  /** The same; null: nobody sees the network now. */
  async function seenOf(networkId: number): Promise<Newest | null> {
    const newest = await newestOf(networkId)
    return newest !== null && isSeen(newest.status) ? newest : null
  }

  async function validator(networkId: number, validatorId: number): Promise<ValidatorNow | null> {
    const seen = await seenOf(networkId)
    return seen && validatorIn(seen, validatorId)
  }

  function validatorIn(
    { height, at, status, rows }: Newest,
    validatorId: number | null,
  ): ValidatorNow | null {
    const row = rows.find(({ id }) => id === validatorId)
    if (row === undefined) return null
    const missed = status.signed_power_share === null ? null : 1 - status.signed_power_share
    const missedWithIt = missed === null ? null : Math.max(0, missed - row.voting_power_share)
    return { row, height, at, isLive: status.state === 'LIVE', missedWithIt }
  }

  async function figuresOf(alert: AgedAlert, condition: Condition): Promise<LaterFigures> {
    const { networkId, validatorId, bridgeId } = alert
    // How long it has lasted its message reckons itself (E196), and how it stands otherwise has no figure.
    const isReckoned = lasting.includes(condition.subject)
    // What is left until the end of a vote its message reckons.
    if (condition.type === 'GOVERNANCE') return 'SAME'
    if (condition.type === 'UPTIME') return missesOf(alert, condition)
    if (condition.unit === null && !isReckoned) return 'SAME'
    const key = targetKeyOf({ validatorId, bridgeId })
    const view = await viewOf(networkId)
    const status = view?.status(clock.monotonic())
    if (!view || !status) return 'UNKNOWN'
    if (isReckoned && bridgeId === null) return 'SAME'
    const { state, now } = await readTargetState(db.orm, db.now(), networkId, key)
    const { height, state: reach, block_time_seconds: blockSeconds } = status
    const network = { now, height, isLive: reach === 'LIVE', blockSeconds }
    const readings = bridgeId === null ? undefined : await known.bridges.readings(db.orm, networkId, network)
    const bridge = readings?.find(({ id }) => id === bridgeId) ?? null
    const target = { key, type: condition.targetType }
    const row = view.validators().find(({ id }) => id === validatorId) ?? null
    const value = figureOf(condition, { target, state, status, row, bridge, now })
    const ofBridge = bridge === null ? {} : deciding.besideFigure(bridge)
    if (isReckoned) return { at: new Date(now), height: null, evidence: ofBridge }
    if (value === null) return 'UNKNOWN'
    const evidence = { value, observed_at: now, signed_power_share: status.signed_power_share, ...ofBridge }
    const blockAt = status.latest_block_at
    return { at: blockAt === null ? new Date(now) : new Date(blockAt), height, evidence }
  }

  /** @param isAgain it is over, and another row goes on: told of that, however few they are */
  async function missesOf(
    alert: AgedAlert,
    { subject, threshold }: Condition,
    isAgain = false,
  ): Promise<LaterFigures> {
    const { networkId, validatorId, evidence, ageMs } = alert
    const newest = validatorId === null ? null : await newestOf(networkId)
    const now = newest && validatorIn(newest, validatorId)
    if (newest === null || now === null) return 'UNKNOWN'
    const { row, height, at, missedWithIt } = now
    const isStale = !isSeen(newest.status)
    // Nothing newer than the alert is known (E381).
    if (isStale && height <= (alert.height ?? height)) return 'UNKNOWN'
    const inARow = row.consecutive_missed
    if (row.jailed === true) return 'SAME'
    if (inARow === null || (row.missed_blocks === null && !isAgain)) return 'UNKNOWN'
    const least = subject === 'missed_in_a_row' ? Math.max(missingBlocks, threshold ?? 0) : missingBlocks
    if (inARow < least && !isAgain) {
      if (isStale || subject !== 'window_missed') return isStale ? 'UNKNOWN' : 'OTHERWISE'
      // The share goes on without its outage, and nothing leads to jail (E415).
      const { missed_blocks, missed_blocks_exact, signed_blocks_window } = row
      const none = { seconds_to_jail: null, seconds_to_jail_at_most: null }
      return {
        at,
        height,
        evidence: {
          missed_blocks,
          missed_blocks_exact,
          signed_blocks_window,
          consecutive_missed: inARow,
          ...none,
        },
      }
    }
    // Of one or two missed blocks nobody is jailed.
    const toJail = inARow < missingBlocks ? null : row.seconds_to_jail
    const { seconds_to_jail_at_most: atMost } = row
    // It signed meanwhile: since when it misses blocks is another time.
    const isNewRow = isAgain || inARow <= height - (alert.height ?? 0)
    const began = isNewRow ? await rowBegan(networkId, `validator:${validatorId}`) : null
    const asOfMs = isStale ? at.getTime() : evidence.observed_at + ageMs
    const left =
      toJail === null || isNewRow
        ? toJail
        : steadyToJail(
            { asOfMs, secondsToJail: toJail },
            { asOfMs: evidence.observed_at, secondsToJail: evidence.seconds_to_jail },
          )
    const figures: Partial<Evidence> = {
      ...(subject === 'missed_in_a_row' ? { value: inARow } : {}),
      consecutive_missed: inARow,
      consecutive_missed_exact: row.consecutive_missed_exact,
      missed_blocks: row.missed_blocks,
      missed_blocks_exact: row.missed_blocks_exact,
      signed_blocks_window: row.signed_blocks_window,
      missed_with_you: missedWithIt,
      ...(began === null ? {} : { began_at: began }),
      // What is left is as of the alert where nobody knows it of a later block; not of one about an earlier row.
      ...(toJail === null || left === null
        ? isNewRow && { seconds_to_jail: null, seconds_to_jail_at_most: null }
        : {
            observed_at: asOfMs,
            seconds_to_jail: left,
            seconds_to_jail_at_most: atMost === null ? null : atMost - (toJail - left),
          }),
    }
    return { at, height, evidence: figures, isStale }
  }

  /** What is UNKNOWN since nobody sees the network has the figures of the newest block that was read (E381). */
  async function laterOf(alert: AgedAlert, condition: Condition, status: AlertStatus): Promise<LaterFigures> {
    if (status !== 'UNKNOWN') return figuresOf(alert, condition)
    const isOfBlindness = condition.type === 'UPTIME' && (await seenOf(alert.networkId)) === null
    return isOfBlindness ? missesOf(alert, condition) : 'UNKNOWN'
  }

  /** When the first of the blocks was that a validator misses in a row now; null: not known. */
  async function rowBegan(networkId: number, key: string): Promise<number | null> {
    const { state } = await readTargetState(db.orm, db.now(), networkId, key)
    return state?.targets[key]?.misses?.streak?.at ?? null
  }

  return {
    validator,
    async jailing(validatorId) {
      const { rows } = await db.orm.execute<{ at: number | null; until: number | null }>(sql`
        SELECT v.jailed_until::float8 AS until, (
          SELECT max(coalesce(e.chain_at, e.at))::float8 FROM watch_event e
          WHERE e.network_id = v.network_id AND e.validator_id = v.id AND e.kind = 'jailed') AS at
        FROM watch_validator v WHERE v.id = ${validatorId} AND v.jailed`)
      const [row] = rows
      return row === undefined ? null : { at: dateOf(row.at), until: dateOf(row.until) }
    },
    async of(alerts, again = new Set()) {
      const late = alerts.filter(
        ({ id, ageMs, endedAt }) => ageMs >= atOnceMs && endedAt === null && !again.has(id),
      )
      const found = new Map<number, LaterFigures>()
      for (const alert of alerts) {
        const condition = catalogue.meaning(alert.settingId)?.condition
        if (condition !== undefined && again.has(alert.id))
          found.set(alert.id, await missesOf(alert, condition, true))
      }
      if (late.length === 0) return found
      const statuses = await alertStatusesOf(db.orm, late)
      for (const alert of late) {
        const condition = catalogue.meaning(alert.settingId)?.condition
        const status = statuses.get(alert.id)
        if (condition === undefined || (status !== 'ONGOING' && status !== 'UNKNOWN')) continue
        // Missed blocks of who is in jail are UNKNOWN, and nothing that anybody would want to know.
        const isJailed = condition.type === 'UPTIME' && alert.jailedUntil !== null
        const later = isJailed && status === 'UNKNOWN' ? 'SAME' : await laterOf(alert, condition, status)
        if (later !== 'SAME') found.set(alert.id, later)
      }
      return found
    },
  }
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}
