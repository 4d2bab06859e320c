import { type NewSilenceBody, type Silence, silenceBounds } from '@roundsman/contract/alerts/silences'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/database.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { keptByNobody } from '../../../platform/http/send-json.ts'
import {
  changeableOwner,
  readableOwners,
  readerOf,
  requireChangeable,
} from '../../accounts/accounts.public.ts'
import { peerIdsOf } from '../../bridges/bridges.public.ts'
import { validatorsById } from '../../watch/watch.public.ts'
import { entryFaults } from '../entries/entry-faults.data.ts'
import { type Faults, keysOf } from '../entries/entry-targets.ts'
import { endEscalations } from '../escalation/escalation.store.ts'
import { hintChanged } from '../record/alert-hints.ts'
import { silenceFaults } from './silence-faults.data.ts'
import {
  endSilence,
  insertSilence,
  lockAndCountSilences,
  ownerOfSilence,
  type SilenceRow,
  silencesOf,
} from './silence.store.ts'

const dayMs = 86_400_000

/** Planned work of the caller and of their teams (D170 to D175, D216). */
export function addSilenceRoutes(
  server: HttpServer,
  db: Pick<Database, 'orm' | 'transaction' | 'now' | 'notify'>,
): void {
  server.add('silences', async ({ query }, { caller: { userId } }) => {
    const { blockchain_id: networkId, team_id: teamId } = query
    const owners = await readableOwners(db.orm, { userId, teamId })
    const rows = await silencesOf(db.orm, db.now(), { owners, networkId })
    const name = (await readerOf(db.orm, userId))?.name ?? ''
    return {
      status: 200,
      body: { silences: rows.map((row) => viewOf(row, name)) },
      headers: keptByNobody,
    }
  })

  server.add('addSilence', async ({ body }, { caller: { userId } }) => ({
    status: 201,
    body: await addSilence(db, userId, body),
  }))

  server.add('endSilence', async ({ params: { silenceId: id } }, { caller: { userId } }) => {
    await db.transaction(async (tx) => {
      await requireChangeable(tx, await ownerOfSilence(tx, id), userId)
      await endSilence(tx, db.now(), id)
    })
    return { status: 204, body: undefined }
  })
}

/** @throws ProblemError 400 with every fault; of teams 404 and 403 */
async function addSilence(
  db: Pick<Database, 'transaction' | 'now' | 'notify'>,
  userId: number,
  body: NewSilenceBody,
): Promise<Silence> {
  return db.transaction(async (tx) => {
    const owner = await changeableOwner(tx, { userId, teamId: body.team_id })
    const faults: Faults = new Map()
    const now = db.now()
    const { rows } = await tx.execute<{ now: number }>(
      sql`SELECT (extract(epoch FROM ${now}) * 1000)::float8 AS now`,
    )
    const nowMs = rows[0]?.now ?? 0
    checkTimes(body, nowMs, faults)
    const networkId = body.blockchain_id
    const validatorId = body.blockchain_validator_id ?? null
    const bridgeId = body.bridge_id ?? null
    if (validatorId !== null && bridgeId !== null) faults.set('bridge_id', silenceFaults.twoTargets)
    const [validator] = validatorId === null ? [] : await validatorsById(tx, networkId, [validatorId])
    if (validatorId !== null && !validator)
      faults.set('blockchain_validator_id', entryFaults.unknownValidator)
    const peerId =
      bridgeId === null ? null : ((await peerIdsOf(tx, networkId, [bridgeId])).get(bridgeId) ?? null)
    if (bridgeId !== null && peerId === null) faults.set('bridge_id', entryFaults.unknownBridge)
    if ((await lockAndCountSilences(tx, now, owner)) >= silenceBounds.ofUser)
      faults.set('reason', owner.teamId === null ? silenceFaults.tooMany : silenceFaults.tooManyOfTeam)
    if (faults.size > 0)
      throw new ProblemError('validation_failed', {
        errors: Object.fromEntries([...faults].map(([field, fault]) => [field, [fault]])),
      })
    const row = await insertSilence(tx, now, {
      owner,
      madeBy: userId,
      networkId,
      validatorKey: validator ? (keysOf(validator)[0] ?? null) : null,
      bridgeKey: peerId,
      // PostgreSQL takes fewer offsets than times may have.
      from:
        body.from == null || Date.parse(body.from) <= nowMs
          ? now
          : sql`${new Date(body.from).toISOString()}::timestamptz`,
      to: new Date(body.to),
      reason: body.reason,
      untilRecovered: body.until_recovered ?? false,
    })
    await hintChanged(db, tx, await endEscalations(tx, now, owner))
    return viewOf(row, (await readerOf(tx, userId))?.name ?? '')
  })
}

/** A time that is over begins now. */
function checkTimes({ from: given, to }: NewSilenceBody, now: number, faults: Faults): void {
  const from = Math.max(now, given == null ? now : Date.parse(given))
  const until = Date.parse(to)
  if (from > now + silenceBounds.daysAhead * dayMs) faults.set('from', silenceFaults.tooFar)
  if (until <= from) faults.set('to', silenceFaults.over)
  else if (until - from > silenceBounds.days * dayMs) faults.set('to', silenceFaults.tooLong)
}

/** `ownName`: of the caller, on silences of their own. */
function viewOf(row: SilenceRow, ownName: string): Silence {
  return {
    id: row.id,
    blockchain_id: row.networkId,
    blockchain_validator_id: row.validatorId,
    bridge_id: row.bridgeId,
    target_name: row.targetName,
    team_id: row.teamId,
    from: row.from.toISOString(),
    to: row.to.toISOString(),
    reason: row.reason,
    until_recovered: row.untilRecovered,
    is_active: row.isActive,
    created_at: row.createdAt.toISOString(),
    created_by: row.userId === null ? row.madeBy : { user_id: row.userId, name: ownName },
  }
}
