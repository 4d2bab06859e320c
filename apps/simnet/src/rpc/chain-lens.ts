import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { toHex } from '../chain/hex.ts'
import type { ChainView } from '../sim-chain.ts'

/** How one endpoint sees its chain at one moment: the truth, unless a fault says otherwise. */
export interface ChainLens extends ChainView {
  /** Blocks from this height on are of another fork, which `fork` names. */
  forkFrom: number
  fork: string
  catchingUp: boolean
  /** What `/status` says is this much above what is there. */
  boast: number
}

export function plainLens(view: ChainView): ChainLens {
  return { ...view, forkFrom: Infinity, fork: '', catchingUp: false, boast: 0 }
}

/** A hash that names something of one block, upper-case hex. */
export function hashOf(lens: ChainLens, height: number, what: string): string {
  const fork = height >= lens.forkFrom ? lens.fork : ''
  return toHex(sha256(utf8ToBytes(`${lens.name}/${lens.chainId}/${height}/${what}/${fork}`)))
}

/** RFC 3339 with nanoseconds, the last six digits being a function of the time. */
export function wireTime(ms: number): string {
  const nanos = 1 + ((Math.abs(Math.floor(ms)) * 7_919) % 999_998)
  return `${new Date(ms).toISOString().slice(0, -1)}${String(nanos).padStart(6, '0')}Z`
}
