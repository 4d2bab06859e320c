import type { Assurance } from '@roundsman/contract/networks/validators'

/** The newest block of a network, as a watcher wrote it down. Times are Unix ms. */
export interface NewestBlock {
  networkId: number
  epoch: number
  height: number
  /** By its header: the chain's own clock. */
  blockAt: number
  /** By the database's clock: when an endpoint first showed it, and when one last answered. */
  firstSeenAt: number
  observedAt: number
  assurance: Assurance | null
}

/** What was seen for so long counts: an endpoint that is slow once is quick another time. */
const rememberMs = 300_000
/** New blocks of a network before it says anything: the first ones after a start come late. */
const fewestBlocks = 4
/** Networks that must say something: of one alone, its chain or all of its endpoints may be late. */
const fewestNetworks = 2
/** An answer that is older says nothing of now. */
const freshMs = 30_000

interface SeenBlock {
  height: number
  blockAt: number
  lateMs: number
  at: number
}

interface BlockTimes {
  /** @param now by the database's clock */
  learn(blocks: readonly NewestBlock[], now: number): void
  /** How far the database's clock is ahead of the chains' at least (negative: behind); 0: no more than blocks can tell. */
  offsetMs(): number | null
}

/**
 * Judges a clock by the times in headers of several chains. A block is shown after its time: at once where that is when
 * it was proposed, or a block's time later where it is the median of when the one before it was voted for. What comes
 * earlier, or later than that, is the clock.
 */
export function createBlockTimes(): BlockTimes {
  const seen = new Map<string, SeenBlock[]>()

  function learn(blocks: readonly NewestBlock[], now: number): void {
    for (const { networkId, epoch, height, blockAt, firstSeenAt, observedAt, assurance } of blocks) {
      const isProven = assurance === 'PROVEN' || assurance === 'AGREED'
      if (!isProven || now - observedAt > freshMs) continue
      const key = `${networkId}/${epoch}`
      const known = seen.get(key) ?? []
      const newest = known.at(-1)
      if (newest && newest.height >= height) continue
      seen.set(key, [...known, { height, blockAt, lateMs: firstSeenAt - blockAt, at: now }])
    }
    for (const [key, known] of seen) {
      // By what was seen last: where the clock itself was set back everything before is from the future.
      const kept = known.filter(({ at }) => Math.abs(now - at) <= rememberMs)
      if (kept.length > 0) seen.set(key, kept)
      else seen.delete(key)
    }
  }

  return {
    learn,
    offsetMs() {
      const said = [...seen.values()].flatMap((known) => offsetOf(known) ?? []).sort((a, b) => a - b)
      if (said.length < fewestNetworks) return null
      // The median: of two in the middle the one that is nearer to a clock that is right.
      const middle = [said[(said.length - 1) >> 1] ?? 0, said[said.length >> 1] ?? 0]
      const [low = 0, high = 0] = middle
      if (low <= 0 && high >= 0) return 0
      return low > 0 ? low : high
    },
  }
}

/** By the blocks of one network; null: too few. The first one is where it begins, since it may have stood there before. */
function offsetOf(known: readonly SeenBlock[]): number | null {
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || known.length <= fewestBlocks) return null
  const blockMs = (last.blockAt - first.blockAt) / (last.height - first.height)
  const least = Math.min(...known.slice(1).map(({ lateMs }) => lateMs))
  if (least < 0) return least
  return Math.max(0, least - blockMs)
}
