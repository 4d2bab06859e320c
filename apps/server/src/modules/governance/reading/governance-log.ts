import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Question } from './next-question.policy.ts'
import type { Outcome } from './watched-chain.ts'

/** What reading votes reports to the operator. */
export interface GovernanceLog {
  asked(networkId: number, kind: Question['kind'], outcome: Outcome): void
  /** Alerts of votes could not be decided; they are decided later. */
  undecided(networkId: number, error: unknown): void
  /** The network is not followed here any more. */
  left(networkId: number): void
}

/** So many answers in a row that say nothing are trouble; fewer are a passing one. */
const troubleFrom = 3
const logAgainMs = 3_600_000

export function createGovernanceLog(
  log: Logger,
  metrics: Registry,
  clock: { monotonic(): number },
): GovernanceLog {
  const reads = new Counter({
    name: 'roundsman_governance_reads_total',
    help: 'Questions about proposals, votes, tallies and signals, by outcome: known, unknown (nothing usable was said), no_module, lost (another process has the network).',
    labelNames: ['network', 'question', 'outcome'],
    registers: [metrics],
  })
  /** When the list of open proposals was last read, by network. */
  const listedAt = new Map<number, number>()
  const ages: Gauge<'network'> = new Gauge({
    name: 'roundsman_governance_age_seconds',
    help: 'Age of the list of open proposals in the process that follows the network.',
    labelNames: ['network'],
    registers: [metrics],
    collect() {
      ages.reset()
      for (const [network, at] of listedAt)
        ages.set({ network: String(network) }, (clock.monotonic() - at) / 1000)
    },
  })
  const failures = new Counter({
    name: 'roundsman_governance_deciding_failures_total',
    help: 'Times that alerts about votes could not be decided; they are decided later.',
    labelNames: ['network'],
    registers: [metrics],
  })
  /** When it was last logged that nothing is decided, by network. */
  const loggedAt = new Map<number, number>()
  /** Unanswered in a row, by network and question. */
  const unanswered = new Map<string, number>()

  return {
    asked(network, question, outcome) {
      reads.inc({ network: String(network), question, outcome: outcome.toLowerCase() })
      if (outcome === 'LOST') {
        forget(network)
        return
      }
      if (question === 'proposals' && outcome !== 'UNKNOWN') listedAt.set(network, clock.monotonic())
      const key = `${network}/${question}`
      const times = unanswered.get(key) ?? 0
      if (outcome === 'UNKNOWN') {
        unanswered.set(key, times + 1)
        if (times + 1 === troubleFrom)
          log.warn({ network, question }, 'nothing usable is said of votes; they are shown as unknown')
        return
      }
      unanswered.delete(key)
      if (times >= troubleFrom) log.info({ network, question }, 'votes are answered again')
    },
    undecided(network, error) {
      failures.inc({ network: String(network) })
      const now = clock.monotonic()
      const last = loggedAt.get(network)
      if (last !== undefined && now - last < logAgainMs) return
      loggedAt.set(network, now)
      log.error({ network, err: error }, 'alerts about votes could not be decided')
    },
    left: forget,
  }

  function forget(network: number): void {
    listedAt.delete(network)
    for (const key of unanswered.keys()) if (key.startsWith(`${network}/`)) unanswered.delete(key)
  }
}
