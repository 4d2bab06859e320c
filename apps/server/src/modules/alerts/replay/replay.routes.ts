import type { Catalogue } from '@roundsman/alerting/catalogue'
import type { ReplayAlertsBody } from '@roundsman/contract/alerts/alert-actions'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { type Message, ProblemError, tooManyRequests } from '../../../platform/http/problem-error.ts'
import { entryFaults } from '../entries/entry-faults.data.ts'
import { coveredOf, replayAlerts } from './replay-alerts.ts'

const dayMs = 24 * 3_600_000

/** How often settings would have fired. */
export function addReplayRoutes(
  server: HttpServer,
  {
    db,
    clock,
    catalogue,
  }: {
    db: Pick<Database, 'orm'>
    clock: Pick<Clock, 'now' | 'sleep'>
    catalogue: Pick<Catalogue, 'meaning'>
  },
): void {
  const queue = createReplayQueue()

  server.add('replayAlerts', async ({ body }, { caller }) => {
    checkBody(catalogue, body)
    const { blockchain_id: networkId, blockchain_validator_id: validatorId = null, setting_ids: ids } = body
    const to = clock.now()
    const from = to - body.days * dayMs
    const request = { networkId, validatorId, from, to, settingIds: [...new Set(ids)] }
    const work = () => replayAlerts(db, clock, request)
    const settings = await queue.run(caller.userId, work)
    if (settings === null) throw refused('blockchain_validator_id', entryFaults.unknownValidator)
    const covered = coveredOf(settings)
    return {
      status: 200,
      body: {
        from: timeOf(from),
        to: timeOf(to),
        covered: covered === null ? null : timeOf(covered),
        settings: settings.map(({ settingId, times, since, held }) => ({
          setting_id: settingId,
          times: times.map(timeOf),
          since: since === null ? null : timeOf(since),
          held,
        })),
      },
    }
  })
}

/** @throws ProblemError 400 as a change of the settings would answer */
function checkBody(catalogue: Pick<Catalogue, 'meaning'>, body: ReplayAlertsBody): void {
  const { blockchain_validator_id: validatorId = null, bridge_id: bridgeId = null, setting_ids: ids } = body
  if (validatorId !== null && bridgeId !== null) throw refused('bridge_id', entryFaults.twoTargets)
  // Of bridges a height of every five minutes is kept, for a day: too little to decide by the same rules.
  if (bridgeId !== null) throw refused('bridge_id', entryFaults.unknownBridge)
  for (const [index, id] of ids.entries()) {
    const meaning = catalogue.meaning(id)
    if (!meaning) throw refused(`setting_ids.${index}`, entryFaults.unknownSetting)
    if (validatorId !== null && meaning.condition.targetType !== 'VALIDATOR')
      throw refused(`setting_ids.${index}`, entryFaults.wrongTarget)
  }
}

function refused(field: string, message: Message): ProblemError {
  return new ProblemError('validation_failed', { errors: { [field]: [message] } })
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}

/** Replays run one after the other in this process; a few of each user may wait. */
interface ReplayQueue {
  /** @throws ProblemError 429 where the user, or the process, has too many under way */
  run<T>(userId: number, work: () => Promise<T>): Promise<T>
}

/** Enough that a page which asks for several things at once need not ask again, and that nobody keeps everybody waiting. */
const mostOfUser = 4
const most = 20
/** About as long as one takes. */
const retrySeconds = 2

export function createReplayQueue(): ReplayQueue {
  const waiting = new Map<number, number>()
  let last: Promise<unknown> = Promise.resolve()
  let count = 0

  function note(userId: number, change: 1 | -1): void {
    count += change
    const own = (waiting.get(userId) ?? 0) + change
    if (own === 0) waiting.delete(userId)
    else waiting.set(userId, own)
  }

  return {
    async run(userId, work) {
      if (count >= most || (waiting.get(userId) ?? 0) >= mostOfUser) throw tooManyRequests(retrySeconds)
      note(userId, 1)
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine.finally(() => {
        note(userId, -1)
      })
    },
  }
}
