/**
 * The bits of x/slashing's window when its counter was read, as far as they are known. Places count the blocks in whose
 * set the validator was, 0 the oldest one of the window.
 */
export interface WindowBits {
  /** Blocks that count: at most the window, fewer while it fills. */
  length: number
  /** Places from this one on are known; of the older ones only how many were missed. */
  knownFrom: number
  /** The known places that were missed. */
  missedAt: Pick<ReadonlySet<number>, 'has' | 'size'>
  /** All that were missed: the chain's own counter. */
  missed: number
}

/** What jailing for missed blocks depends on. */
interface JailQuestion {
  bits: WindowBits
  /** Blocks since, in whose set the validator was: true for a missed one, null where that is not known. */
  since: readonly (boolean | null)[]
  /** `signed_blocks_window`. */
  window: number
  /** The most blocks of it that may be missed (`maxMissed`). */
  maxMissed: number
  /** Blocks until x/slashing jails anybody who has its start height: start + window - the newest height; may be negative. */
  untilJudged: number
}

/** A figure that the truth is not below, and one that it is not above; the same where it is known exactly. */
export interface Bounds {
  atLeast: number
  atMost: number
}

/**
 * Blocks until x/slashing jails a validator if it misses every one from now on; null: never (a minimum of 0). It jails
 * once more than `maxMissed` blocks of the window are missed. Old misses are not spread evenly: it is soonest where those
 * at unknown places are the youngest that they can be and so leave the window last, and latest where they leave it first.
 */
export function blocksToJail(question: JailQuestion): Bounds | null {
  const atLeast = blocksWhere(question, 'soonest')
  if (atLeast === null) return null
  const isKnown = question.bits.knownFrom === 0 && !question.since.includes(null)
  const atMost = isKnown ? atLeast : (blocksWhere(question, 'latest') ?? atLeast)
  const judged = Math.max(0, question.untilJudged)
  return { atLeast: Math.max(atLeast, judged), atMost: Math.max(atMost, judged) }
}

/** How what is not known is taken to have been. */
type Assumption = 'soonest' | 'latest'

type WindowQuestion = Pick<JailQuestion, 'bits' | 'since' | 'window'>

/** Missed blocks of the window after the newest letter: with 'latest' the fewest that are possible, with 'soonest' the most. */
export function missedWhere(question: WindowQuestion, assumed: Assumption): number {
  const { bits, since } = question
  let { missed } = bits
  for (const [step, isMissed] of since.entries())
    missed += Number(isMissed ?? assumed === 'soonest') - Number(isMissLeaving(question, step, assumed))
  return missed
}

function blocksWhere(question: JailQuestion, assumed: Assumption): number | null {
  const { since, window, maxMissed } = question
  let missed = missedWhere(question, assumed)
  for (let blocks = 0; blocks <= window; blocks++) {
    if (missed > maxMissed) return blocks
    missed += 1 - Number(isMissLeaving(question, since.length + blocks, assumed))
  }
  return null
}

/**
 * Whether the bit that the `step`th block after the read pushes out of the window was a missed one. Blocks beyond
 * `since` are all missed.
 */
export function isMissLeaving(
  { bits, since, window }: WindowQuestion,
  step: number,
  assumed: Assumption,
): boolean {
  const { length, knownFrom, missedAt, missed } = bits
  // While the window fills, places leave it that no block has taken yet.
  const place = length + step - window
  if (place < 0) return false
  if (place >= length)
    return since[place - length] ?? (assumed === 'soonest' || place >= length + since.length)
  if (place >= knownFrom) return missedAt.has(place)
  const unknown = missed - missedAt.size
  return assumed === 'soonest' ? place >= knownFrom - unknown : place < unknown
}

const one = 10n ** 18n

/**
 * The most blocks of a window that may be missed without being jailed: window - round(minSigned * window), in the
 * arithmetic of x/slashing (18 decimals, half rounds to even). Source: cosmos-sdk x/slashing/keeper/infractions.go.
 * @param minSignedPerWindow a fraction 0…1, as the chain writes it, or as a number
 */
export function maxMissed(window: number, minSignedPerWindow: string | number): number {
  const product = scaled(decimalOf(minSignedPerWindow)) * BigInt(window)
  const floor = product / one
  const rest = (product % one) * 2n
  const up = rest > one || (rest === one && floor % 2n === 1n)
  return window - Number(floor + (up ? 1n : 0n))
}

/** The shortest decimal that is this number; none below a millionth is written with an exponent. */
function decimalOf(value: string | number): string {
  if (typeof value === 'string') return value
  const shortest = String(value)
  return shortest.includes('e') ? value.toFixed(18) : shortest
}

/** A decimal fraction such as "0.500000000000000000" times 10^18; digits beyond the 18th do not exist. */
function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole) * one + BigInt(fraction.padEnd(18, '0').slice(0, 18))
}
