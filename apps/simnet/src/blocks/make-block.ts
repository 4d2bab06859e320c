import type { BlockId, FullCommit, FullHeader, FullSignature } from '@roundsman/cometbft/domain'
import { commitHash, headerHash, voteBytes } from '@roundsman/cometbft/proof/block-hash'
import { type ChainState, FLAG_ABSENT, FLAG_COMMIT, FLAG_NIL } from '../chain/chain-state.ts'
import type { Chain } from '../chain/create-chain.ts'
import { proposalOf } from '../chain/proposer.ts'
import { hashText, mix } from '../chain/random.ts'
import type { Timeline } from '../chain/timeline.ts'
import type { ValidatorSet } from '../chain/validator-set.ts'
import { appVersionOf } from '../governance/app-version.ts'
import type { Link } from './link-ring.ts'
import { EMPTY_HASH, noiseHash } from './noise-hash.ts'

const MS = 1_000_000n

/** Nanoseconds since 1970 of a time in ms; the last six digits are a function of the time. */
function instantOf(ms: number): bigint {
  const whole = Math.floor(ms)
  return BigInt(whole) * MS + BigInt(1 + ((Math.abs(whole) * 7_919) % 999_998))
}

/** What all blocks of a chain have in common. */
export interface BlockWorld {
  /** Distinguishes the blocks of two chains. */
  name: string
  chainId: string
  chain: Chain
  timeline: Timeline
  /** Root of the state after a block, upper-case hex. */
  appHash(height: number): string
}

/** A block with the commit that the next one carries. */
export interface Block {
  header: FullHeader
  id: BlockId
  commit: FullCommit
  set: ValidatorSet
  link: Link
}

/** How much later than the block's own time the last vote on it is, as a share of the block time. */
const VOTE_SPREAD = 0.14

/** The block of a height, which follows from its world and from the block before. `fork` is '' on the chain that all know. */
export function makeBlock(world: BlockWorld, height: number, before: Link | null, fork: string): Block {
  const state = world.chain.history.at(height)
  const { place, round } = proposalOf(hashText(`${world.name}/proposer`), state)
  const header = makeHeader(world, state, place, before, fork)
  const id = idOf(headerHash(header))
  const unsigned = { height, round, blockId: id, signatures: votesOf(world, state, fork) }
  const signatures = sign(world, state, unsigned)
  const commit = { ...unsigned, signatures: withWrongAddresses(world.chain, state, signatures) }
  const link = { hash: id.hash, commitHash: commitHash(commit.signatures) }
  return { header, id, commit, set: state.set, link }
}

function makeHeader(
  { name, chainId, chain, timeline, appHash }: BlockWorld,
  state: Readonly<ChainState>,
  proposer: number,
  before: Link | null,
  fork: string,
): FullHeader {
  const { height } = state
  const { profile } = chain
  const timeNs = instantOf(timeline.timeOf(height))
  const carriesData = profile.dataAvailability || fork !== ''
  return {
    version: { block: BigInt(profile.blockProtocol), app: BigInt(appVersionOf(profile, state)) },
    chainId,
    height,
    timeNs,
    time: Number(timeNs / 1_000_000n),
    lastBlockId: before === null ? NO_BLOCK : idOf(before.hash),
    lastCommitHash: before?.commitHash ?? EMPTY_HASH,
    dataHash: carriesData ? noiseHash(`${name}/${height}/data/${fork}`) : EMPTY_HASH,
    validatorsHash: state.set.hash(),
    nextValidatorsHash: state.next.hash(),
    consensusHash: noiseHash(`${chain.profile.slug}/consensus`),
    appHash: height === 1 ? EMPTY_HASH : appHash(height - 1),
    lastResultsHash: EMPTY_HASH,
    evidenceHash: EMPTY_HASH,
    proposer: state.set.members[proposer]?.key.hex ?? '',
  }
}

const NO_BLOCK: BlockId = { hash: '', parts: { total: 0, hash: '' } }

export function idOf(hash: string): BlockId {
  return { hash, parts: { total: 1, hash: noiseHash(`parts/${hash}`) } }
}

const NO_BYTES = new Uint8Array()
const ABSENT: FullSignature = { flag: FLAG_ABSENT, address: null, timeNs: 0n, signature: NO_BYTES }

/** Who voted how and when, not signed yet. */
function votesOf({ name, timeline }: BlockWorld, state: Readonly<ChainState>, fork: string): FullSignature[] {
  const start = mix(hashText(`${name}/votes/${fork}`), state.height)
  const from = timeline.timeOf(state.height)
  const spread = timeline.blockTimeMs * VOTE_SPREAD
  return state.set.members.map(({ key }, at) => {
    const flag = state.votes[at]
    if (flag !== FLAG_COMMIT && flag !== FLAG_NIL) return ABSENT
    const timeNs = instantOf(from + (spread * mix(start, at)) / 0x100000000)
    return { flag, address: key.hex, timeNs, signature: NO_BYTES }
  })
}

/** The votes signed, their signatures in one piece of memory: cut from Node's pool, each would keep 8 kB of it alive. */
function sign({ chainId }: BlockWorld, state: Readonly<ChainState>, commit: FullCommit): FullSignature[] {
  const bytesAt = voteBytes(chainId, commit)
  const made = commit.signatures.map((vote, at) =>
    vote.flag === FLAG_ABSENT ? NO_BYTES : (state.set.members[at]?.key.sign(bytesAt(at)) ?? NO_BYTES),
  )
  const all = new Uint8Array(made.reduce((length, one) => length + one.length, 0))
  let at = 0
  return commit.signatures.map((vote, place) => {
    const signature = made[place] ?? NO_BYTES
    if (signature.length === 0) return vote
    all.set(signature, at)
    at += signature.length
    return { ...vote, signature: all.subarray(at - signature.length, at) }
  })
}

/** What a crooked proposer made of the names; nobody signs them. */
function withWrongAddresses(
  chain: Chain,
  { height, set }: Readonly<ChainState>,
  signatures: FullSignature[],
): FullSignature[] {
  const wrong = chain.scriptedAt(height).filter((event) => event.what === 'wrong_address')
  if (wrong.length === 0) return signatures
  return signatures.map((vote, at) => {
    const index = set.members[at]?.index
    const event = wrong.find(({ validator }) => chain.indexOf(validator) === index)
    if (event === undefined || vote.flag === FLAG_ABSENT) return vote
    return { ...vote, address: chain.roster[chain.indexOf(event.as)]?.consensusHex ?? vote.address }
  })
}
