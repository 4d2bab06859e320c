import type { Operation } from './api-document.ts'
import { gotPast } from './judge-answer.ts'
import type { PlannedRequest } from './plan-request.ts'
import type { FuzzAnswer } from './send-planned.ts'

interface RouteShare {
  sent: number
  successes: number
  past: number
  /** Status to count; 0: none came. */
  statuses: Map<number, number>
}

export interface FuzzReport {
  add(
    request: PlannedRequest,
    answer: FuzzAnswer | null,
    about: { wasSignedIn: boolean; ms: number; fault: string | null },
  ): void
  sent(): number
  /** Share of all requests that got past authentication and CSRF. */
  shareOfPast(): number
  /** Calls that never answered with a 2xx. */
  withoutSuccess(): string[]
  /** The first few that should not be, as they could be sent again. */
  faults(): readonly string[]
  /** What the run prints. */
  lines(): string[]
}

const keptFaults = 20

export function createFuzzReport(seed: number, operations: readonly Operation[]): FuzzReport {
  const routes = new Map<string, RouteShare>(
    operations.map(({ name }) => [name, { sent: 0, successes: 0, past: 0, statuses: new Map() }]),
  )
  const mutated = new Map<string, number>()
  const faults: string[] = []
  let slowest = 0

  const sum = (read: (share: RouteShare) => number) =>
    [...routes.values()].reduce((all, one) => all + read(one), 0)
  const sent = () => sum((one) => one.sent)
  const shareOfPast = () => sum((one) => one.past) / sent()

  return {
    add(request, answer, { wasSignedIn, ms, fault }) {
      const share = routes.get(request.operation.name)
      if (!share) throw new Error(`${request.operation.name} is not in the document`)
      const status = answer?.status ?? 0
      share.sent += 1
      share.statuses.set(status, (share.statuses.get(status) ?? 0) + 1)
      const isOwnCall = request.method === request.operation.method && request.mutation !== 'another path'
      if (status >= 200 && status < 300 && isOwnCall) share.successes += 1
      if (answer && gotPast(request, answer, wasSignedIn)) share.past += 1
      mutated.set(request.mutation ?? 'nothing', (mutated.get(request.mutation ?? 'nothing') ?? 0) + 1)
      slowest = Math.max(slowest, ms)
      if (fault !== null && faults.length < keptFaults) faults.push(`${fault}\n  ${described(request)}`)
    },
    sent,
    shareOfPast,
    withoutSuccess: () => [...routes].filter(([, { successes }]) => successes === 0).map(([name]) => name),
    faults: () => faults,
    lines: () => [
      `seed ${seed}: ${sent()} requests, ${percentOf(shareOfPast())} past authentication and CSRF, slowest ${Math.round(slowest)} ms, ${faults.length} faults`,
      `mutated: ${[...mutated].map(([name, count]) => `${name} ${count}`).join(', ')}`,
      ...[...routes].map(([name, share]) => {
        const statuses = [...share.statuses]
          .sort(([a], [b]) => a - b)
          .map(([status, count]) => `${status}×${count}`)
        const past = percentOf(share.past / Math.max(1, share.sent))
        return `${name.padEnd(22)} ${String(share.sent).padStart(6)} sent ${String(share.successes).padStart(6)} succeeded ${past.padStart(6)} past  ${statuses.join(' ')}`
      }),
    ],
  }
}

const percentOf = (share: number) => `${(share * 100).toFixed(1)} %`

function described({ method, url, headers, payload, mutation }: PlannedRequest): string {
  const body = payload === undefined ? '' : ` ${payload.toString('utf8').slice(0, 400)}`
  return `${method} ${url.slice(0, 200)} (${mutation ?? 'plain'}) ${JSON.stringify(headers).slice(0, 300)}${body}`
}
