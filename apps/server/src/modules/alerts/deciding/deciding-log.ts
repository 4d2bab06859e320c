import type { AlertingState, Outcome, RuleFailure } from '@roundsman/alerting/deciding'
import type { Logger } from 'pino'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Clock } from '../../../platform/clock.ts'

/** Log lines and metrics of deciding. */
export interface DecidingLog {
  decided(networkId: number, seconds: number, outcomes: readonly Outcome[], state: AlertingState): void
  /** Rules that are broken: a line for each, and again only after an hour. */
  ruleFailed(networkId: number, failures: readonly RuleFailure[]): void
  /** Nothing was decided of a change; it is decided later from what is stored. */
  failed(networkId: number, error: unknown): void
  /** An alert could not be written, and nobody is messaged about it. */
  dropped(networkId: number, outcome: Outcome, error: unknown): void
}

const logAgainMs = 3_600_000
/** More than a network has of rules and targets that fail each in its own way. */
const mostRemembered = 10_000

export function createDecidingLog(
  log: Pick<Logger, 'error'>,
  metrics: Registry,
  clock: Pick<Clock, 'monotonic'>,
): DecidingLog {
  const registers = [metrics]
  const loggedAt = new Map<string, number>()
  const seconds = new Histogram({
    name: 'roundsman_alert_deciding_seconds',
    help: 'Time that deciding about one change of a network took, with what it wrote.',
    labelNames: ['network'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers,
  })
  const raised = new Counter({
    name: 'roundsman_alerts_decided_total',
    help: 'Beginnings, ends and changes that were decided, whether or not anyone subscribed to them.',
    labelNames: ['network', 'severity'],
    registers,
  })
  const broken = new Counter({
    name: 'roundsman_alert_rule_failures_total',
    help: 'Conditions that could not be decided, since their rule is broken.',
    labelNames: ['network', 'condition'],
    registers,
  })
  const undecided = new Counter({
    name: 'roundsman_alert_deciding_failures_total',
    help: 'Changes of a network of which nothing could be decided; they are decided later.',
    labelNames: ['network'],
    registers,
  })
  const dropped = new Counter({
    name: 'roundsman_alerts_dropped_total',
    help: 'Alerts that could not be written and were not sent.',
    labelNames: ['network'],
    registers,
  })

  const newest = new Map<number, AlertingState>()
  const unknown: Gauge<'network'> = new Gauge({
    name: 'roundsman_alert_conditions_unknown',
    help: 'Conditions that were known before and are unknown now, as of the last decision of this process.',
    labelNames: ['network'],
    registers,
    collect() {
      for (const [network, state] of newest) unknown.set({ network: String(network) }, unknownIn(state))
    },
  })

  /** True once an hour for each. */
  function isFirstThisHour(what: string): boolean {
    const now = clock.monotonic()
    const last = loggedAt.get(what)
    if (last !== undefined && now - last < logAgainMs) return false
    if (loggedAt.size >= mostRemembered) loggedAt.clear()
    loggedAt.set(what, now)
    return true
  }

  return {
    decided(networkId, took, outcomes, state) {
      newest.set(networkId, state)
      const network = String(networkId)
      seconds.observe({ network }, took)
      for (const { kind, settingId, severity } of outcomes)
        if (kind !== 'CONFIRMED' && settingId !== null) raised.inc({ network, severity })
    },
    ruleFailed(network, failures) {
      for (const { conditionId: condition, target, error } of failures) {
        broken.inc({ network: String(network), condition: String(condition) })
        if (isFirstThisHour(`${network} ${condition} ${target}`))
          log.error({ network, condition, target, err: error }, 'an alert rule is broken')
      }
    },
    failed(network, error) {
      undecided.inc({ network: String(network) })
      if (isFirstThisHour(`${network}`))
        log.error({ network, err: error }, 'alerts of a network could not be decided')
    },
    dropped(network, { key, conditionId: condition, target }, error) {
      dropped.inc({ network: String(network) })
      log.error(
        { network, condition, target: target.key, occurrence: key, err: error },
        'an alert could not be written and is not sent',
      )
    },
  }
}

/** Counted when somebody asks: there are some thousand of them. */
function unknownIn({ targets }: AlertingState): number {
  const conditions = Object.values(targets).flatMap((target) => Object.values(target.conditions))
  return conditions.filter((one) => one.unknown !== undefined).length
}
