import type { ChainState } from '../chain/chain-state.ts'
import type { ChainWorld } from '../chain/chain-world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Between two looks at the chain. */
const LOOK = 10 * MINUTE
const SHORT = 25_000

/** Buckets of the product's charts, and how far back each length goes: a little more than a chart shows. */
export interface PastDepth {
  /** Of ten minutes. */
  minutes: number
  hours: number
  quarters: number
  /** Of 25 seconds; 0: none. */
  seconds: number
}

/** A bucket of all validators of the roster; its length in seconds, and when it begins, Unix ms. */
export interface PastBucket {
  step: number
  at: number
  uptime: (number | null)[]
  power: (number | null)[]
  commission: (number | null)[]
  tokens: (number | null)[]
}

/** When the chain is looked at, in order, up to now: Unix ms. */
export function looksUntil(now: number, from: number): number[] {
  const looks: number[] = []
  for (let at = Math.ceil(from / LOOK) * LOOK; at + LOOK <= now; at += LOOK) looks.push(at + LOOK - 1_000)
  for (let at = Math.ceil((now - HOUR - LOOK) / SHORT) * SHORT; at + SHORT <= now; at += SHORT)
    looks.push(at + 2_000)
  return looks.sort((a, b) => a - b)
}

/** Makes buckets of looks; `emit` gets each that is over, in order within its length. */
export function keepSamples(now: number, depth: PastDepth, emit: (bucket: PastBucket) => void) {
  const tiers = [
    { ms: LOOK, since: now - depth.minutes },
    { ms: HOUR, since: now - depth.hours },
    { ms: 4 * HOUR, since: now - depth.quarters },
  ]
  const open = tiers.map((): PastBucket | null => null)
  return {
    look(at: number, sample: Omit<PastBucket, 'step' | 'at'>): void {
      if (at % LOOK !== LOOK - 1_000) {
        if (at < now - depth.seconds) return
        emit({ step: SHORT / 1_000, at: Math.floor(at / SHORT) * SHORT, ...sample })
        return
      }
      for (const [tier, { ms, since }] of tiers.entries()) {
        const begin = Math.floor(at / ms) * ms
        if (begin < since) continue
        const before = open[tier] ?? null
        const bucket =
          before?.at === begin ? merged(before, sample) : { step: ms / 1_000, at: begin, ...sample }
        open[tier] = bucket
        if (at + 1_000 === begin + ms) emit(bucket)
      }
    },
  }
}

/** The lowest uptime, and the last of everything else. */
function merged(
  before: PastBucket,
  { uptime, power, commission, tokens }: Omit<PastBucket, 'step' | 'at'>,
): PastBucket {
  const lowest = uptime.map((value, index) => {
    const earlier = before.uptime[index] ?? null
    return earlier === null ? value : value === null ? earlier : Math.min(earlier, value)
  })
  const latest = (values: readonly (number | null)[], earlier: readonly (number | null)[]) =>
    values.map((value, index) => value ?? earlier[index] ?? null)
  return {
    ...before,
    uptime: lowest,
    power: latest(power, before.power),
    commission: latest(commission, before.commission),
    tokens: latest(tokens, before.tokens),
  }
}

/** How all validators of the roster are, as the product shows them: null is not known, or not there. */
export function sampleOf(
  { limits, profile }: ChainWorld,
  state: Readonly<ChainState>,
): Omit<PastBucket, 'step' | 'at'> {
  const powers = new Map(state.set.members.map(({ index, power }) => [index, Number(power)]))
  return {
    uptime: state.infos.map((info, index) => {
      const isCounted = powers.has(index) && state.validators[index]?.jailed === false
      if (limits === null || info === null || !isCounted || info.indexOffset === 0) return null
      const share = 1 - info.missed / Math.min(limits.window, info.indexOffset)
      return Math.round(share * 1e6) / 1e6
    }),
    power: state.validators.map((record, index) => powers.get(index) ?? (record === null ? null : 0)),
    commission: state.validators.map((record) =>
      record === null || profile.staking === null ? null : Number(record.commission / 10n ** 12n) / 1e6,
    ),
    tokens: state.validators.map((record) =>
      record === null || profile.staking === null ? null : Number(record.tokens),
    ),
  }
}

export const pastDepths = {
  /** What a replay of a week reads, too. */
  whole: { minutes: 8 * DAY, hours: 8 * DAY, quarters: 30 * DAY + 8 * HOUR, seconds: 2 * HOUR },
  charts: { minutes: DAY + HOUR, hours: 8 * DAY, quarters: 30 * DAY + 8 * HOUR, seconds: 0 },
} as const satisfies Record<string, PastDepth>
