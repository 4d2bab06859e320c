import { headerHash } from '@roundsman/cometbft/proof/block-hash'
import type { FullSignature } from '@roundsman/cometbft/domain'
import { type Block, idOf } from '../blocks/make-block.ts'
import { noiseHash } from '../blocks/noise-hash.ts'
import { FLAG_ABSENT } from '../chain/chain-state.ts'
import { chance, hashText } from '../chain/random.ts'
import type { ChainLens } from './chain-lens.ts'

const ABSENT: FullSignature = { flag: FLAG_ABSENT, address: null, timeNs: 0n, signature: new Uint8Array() }
/** Share of the votes that a node has not seen yet when it commits a block, where chance may say so. */
const LATE_SHARE = 0.02

/** A block as one endpoint reports it: the true one, with the lies of that endpoint. */
export function reportedBlock(lens: ChainLens, height: number): Block {
  const { renumberedAbove, forgedHeight, removedSignature } = lens.lies
  let block = lens.blocks.at(Math.min(height, renumberedAbove))
  if (height > renumberedAbove) block = renumbered(block, height)
  if (height === forgedHeight) block = forged(block)
  if (removedSignature === null || (removedSignature.height ?? height) !== height) return block
  return without(block, (index) => index === removedSignature.validator)
}

/** The newest block with the votes that this node had seen when it committed it: more than two thirds, not always all. */
export function seenBlock(lens: ChainLens, height: number, node: string): Block {
  const block = reportedBlock(lens, height)
  const { chain } = lens
  const start = hashText(`${lens.name}/${node}/seen`)
  const late = new Set(
    chain
      .scriptedAt(block.header.height)
      .filter((event) => event.what === 'late')
      .map((event) => chain.indexOf(event.validator)),
  )
  // Never so many that less than two thirds are left.
  let spare = block.set.totalPower / 20n
  return without(block, (index, power) => {
    if (late.has(index)) return true
    if (!chain.natural || power > spare || chance(start, height, index) >= LATE_SHARE) return false
    spare -= power
    return true
  })
}

/** Both names of the height are changed and nothing else. */
function renumbered(block: Block, height: number): Block {
  return { ...block, header: { ...block.header, height }, commit: { ...block.commit, height } }
}

/** The block id is made to fit; the signatures are those of the true block. */
function forged(block: Block): Block {
  const header = { ...block.header, dataHash: noiseHash(`forged/${block.id.hash}`) }
  const id = idOf(headerHash(header))
  return { ...block, header, id, commit: { ...block.commit, blockId: id } }
}

function without(block: Block, isTakenOut: (index: number, power: bigint) => boolean): Block {
  const signatures = block.commit.signatures.map((vote, at) => {
    const place = block.set.members[at]
    const out = vote.flag !== FLAG_ABSENT && place !== undefined && isTakenOut(place.index, place.power)
    return out ? ABSENT : vote
  })
  return { ...block, commit: { ...block.commit, signatures } }
}
