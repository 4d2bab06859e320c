import type { EndpointView } from '@roundsman/cometbft/domain'

/** What one endpoint said when it was asked. Its address is not in here: it may hold a key. */
export interface EndpointReport {
  host: string
  state: EndpointView['state']
  /** null: it did not answer, or with something else. */
  answer: {
    chainId: string
    height: number
    /** Age of its newest block by our clock, ms; below zero where that block is from the future. */
    blockAgeMs: number
    catchingUp: boolean
    /** The lowest height that it says to keep; null: it does not say. */
    earliestHeight: number | null
    /** Time from that block to the newest; null: it did not show that block. */
    keptMs: number | null
    latencyMs: number | null
  } | null
  /** Why it is not used, or what went wrong. */
  error: string | null
}

/** One line about one endpoint for whoever typed `check`. */
export function endpointLine(
  { host, state, answer, error }: EndpointReport,
  expected: string | null,
): string {
  const verdict = state === 'OK' ? 'usable' : `NOT USABLE (${state})`
  // Errors begin with the host, which stands in front already.
  const reason = error === null ? [] : [error.startsWith(`${host} `) ? error.slice(host.length + 1) : error]
  if (answer === null) return `${host}: ${[verdict, ...reason].join(', ')}`
  const right = expected === null || answer.chainId === expected
  const facts = [
    verdict,
    `chain id ${answer.chainId}${right ? '' : `, expected ${expected}`}`,
    `height ${answer.height}`,
    `newest block ${answer.blockAgeMs < 0 ? `${span(-answer.blockAgeMs)} in the future` : `${span(answer.blockAgeMs)} old`}`,
    ...(answer.catchingUp ? ['catching up'] : []),
    kept(answer),
    ...(answer.latencyMs === null ? [] : [`answered in ${Math.round(answer.latencyMs)} ms`]),
  ]
  return `${host}: ${[...facts, ...reason].join(', ')}`
}

function kept({ height, earliestHeight, keptMs }: NonNullable<EndpointReport['answer']>): string {
  if (earliestHeight === null) return 'does not say how far back it remembers'
  const blocks = Math.max(0, height - earliestHeight + 1)
  const time = keptMs === null ? 'which it does not show' : span(keptMs)
  return `back to height ${earliestHeight} (${blocks} blocks, ${time})`
}

/** Two units at most, the larger ones that there are: `3 d 4 h`, `12 s`. */
function span(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return '0 s'
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
