import type { AlertingState, Outcome, RuleFailure } from '@roundsman/alerting/deciding'
import type { Logger } from 'pino'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Clock } from '../../../platform/clock.ts'

/** What deciding tells the operator: log lines and figures. */
export interface DecidingLog {
  decided(networkId: number, seconds: number, outcomes: readonly Outcome[], state: AlertingState): void
  /** Rules that are broken: a line for each, and again only after an hour. */
  ruleFailed(networkId: number, failures: readonly RuleFailure[]): void
  /** Nothing was decided of a change; it is decided later from what is stored. */
  failed(networkId: number, error: unknown): void
  /** An alert could not be written, and is not told. */
  dropped(networkId: number, outcome: Outcome, error: unknown): void
}

export interface DecidingLogDeps {
  log: Pick<Logger, 'error'>
  metrics: Registry
  clock: Pick<Clock, 'monotonic'>
}

const sayAgainMs = 3_600_000
/** More than a network has of rules and targets that fail each in its own way. */
const mostRemembered = 10_000

export function createDecidingLog({ log, metrics, clock }: DecidingLogDeps): DecidingLog {
  const registers = [metrics]
  const said = new Map<string, number>()
  const seconds = new Histogram({
    name: 'roundsman_alert_deciding_seconds',
    help: 'Time that deciding about one change of a network took, with what it wrote.',
    labelNames: ['network'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers,
  })
  const raised = new Counter({
    name: 'roundsman_alerts_decided_total',
    help: 'Beginnings, ends and changes that were decided, whether or not somebody wanted to be told.',
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
    help: 'Alerts that could not be written, and are not told.',
    labelNames: ['network'],
    registers,
  })

  const newest = new Map<number, AlertingState>()
  const unknown: Gauge<'network'> = new Gauge({
    name: 'roundsman_alert_conditions_unknown',
    help: 'Conditions that were known once and are not now, as of what this process decided last.',
    labelNames: ['network'],
    registers,
    collect() {
      for (const [network, state] of newest) unknown.set({ network: String(network) }, unknownIn(state))
    },
  })

  /** True once an hour for each. */
  function isNews(what: string): boolean {
    const now = clock.monotonic()
    const last = said.get(what)
    if (last !== undefined && now - last < sayAgainMs) return false
    if (said.size >= mostRemembered) said.clear()
    said.set(what, now)
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
        if (isNews(`${network} ${condition} ${target}`))
          log.error({ network, condition, target, err: error }, 'an alert rule is broken')
      }
    },
    failed(network, error) {
      undecided.inc({ network: String(network) })
      if (isNews(`${network}`)) log.error({ network, err: error }, 'alerts of a network could not be decided')
    },
    dropped(network, { key, conditionId: condition, target }, error) {
      dropped.inc({ network: String(network) })
      const about = { network, condition, target: target.key, occurrence: key }
      log.error({ ...about, err: error }, 'an alert could not be written, and is not told')
    },
  }
}

/** Counted when somebody asks: there are some thousand of them. */
function unknownIn({ targets }: AlertingState): number {
  const conditions = Object.values(targets).flatMap((target) => Object.values(target.conditions))
  return conditions.filter((one) => one.unknown !== undefined).length
}
