import type { Catalogue } from '@roundsman/alerting/catalogue'
import type { ReplayAlertsBody } from '@roundsman/contract/alert-actions'
import type { Clock } from '../../../platform/clock.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import type { Message } from '../../../platform/http/problem-error.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { entryFaults } from '../entries/entry-faults.data.ts'
import { coveredOf, replayAlerts, type ReplayDeps } from './replay-alerts.ts'
import { createTurns } from './replay-turns.ts'

export interface ReplayRoutesDeps extends ReplayDeps {
  clock: Pick<Clock, 'now' | 'sleep'>
  catalogue: Pick<Catalogue, 'meaning'>
}

const dayMs = 24 * 3_600_000

/** How often settings would have called. */
export function addReplayRoutes(server: HttpServer, deps: ReplayRoutesDeps): void {
  const turns = createTurns()

  server.add('replayAlerts', async ({ body }, { caller }) => {
    checkBody(deps.catalogue, body)
    const { blockchain_id: networkId, blockchain_validator_id: validatorId = null, setting_ids: ids } = body
    const to = deps.clock.now()
    const from = to - body.days * dayMs
    const work = () => replayAlerts(deps, { networkId, validatorId, from, to }, [...new Set(ids)])
    const settings = await turns.take(caller.userId, work)
    if (settings === null) throw refused('blockchain_validator_id', entryFaults.unknownValidator)
    const covered = coveredOf(settings)
    return {
      status: 200,
      body: {
        ...{ from: timeOf(from), to: timeOf(to), covered: covered === null ? null : timeOf(covered) },
        settings: settings.map(({ settingId, times }) => ({
          setting_id: settingId,
          times: times.map(timeOf),
        })),
      },
    }
  })
}

/** @throws ProblemError 400 as a change of the settings would answer */
function checkBody(catalogue: ReplayRoutesDeps['catalogue'], body: ReplayAlertsBody): void {
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
