import type { ChainState } from '../chain/chain-state.ts'
import { FLAG_ABSENT } from '../chain/chain-state.ts'
import { proposalOf } from '../chain/proposer.ts'
import { bytesFrom, hashText, mix } from '../chain/random.ts'
import { type ChainLens, hashOf, wireTime } from './chain-lens.ts'

const EMPTY_HASH = 'E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855'
const ZERO_TIME = '0001-01-01T00:00:00Z'

interface BlockId {
  hash: string
  parts: { total: number; hash: string }
}

export function blockIdJson(lens: ChainLens, height: number): BlockId {
  if (height < 1) return { hash: '', parts: { total: 0, hash: '' } }
  return { hash: hashOf(lens, height, 'block'), parts: { total: 1, hash: hashOf(lens, height, 'parts') } }
}

/** `header` of a height, byte for byte the same wherever it is asked. */
export function headerJson(lens: ChainLens, height: number) {
  const state = lens.chain.history.at(height)
  const { profile, roster } = lens.chain
  const { place } = proposalOf(hashText(`${lens.name}/proposer`), state)
  const proposer = roster[state.set.places[place]?.index ?? 0]
  const version =
    profile.appProtocol === 0
      ? { block: String(profile.blockProtocol) }
      : { block: String(profile.blockProtocol), app: String(profile.appProtocol) }
  return {
    version,
    chain_id: lens.chainId,
    height: String(height),
    time: wireTime(lens.timeline.timeOf(height)),
    last_block_id: blockIdJson(lens, height - 1),
    last_commit_hash: hashOf(lens, height, 'last_commit'),
    data_hash: profile.dataAvailability ? hashOf(lens, height, 'data') : EMPTY_HASH,
    validators_hash: state.set.hash(),
    next_validators_hash: state.next.hash(),
    consensus_hash: hashOf(lens, 0, 'consensus'),
    app_hash: hashOf(lens, height, 'app'),
    last_results_hash: EMPTY_HASH,
    evidence_hash: EMPTY_HASH,
    proposer_address: proposer?.consensusHex ?? '',
  }
}

/** `/commit` of a height. The newest one is what the node has seen itself, so not canonical yet. */
export function commitJson(lens: ChainLens, height: number) {
  const state = lens.chain.history.at(height)
  const { round } = proposalOf(hashText(`${lens.name}/proposer`), state)
  return {
    signed_header: {
      header: headerJson(lens, height),
      commit: {
        height: String(height),
        round,
        block_id: blockIdJson(lens, height),
        signatures: signaturesJson(lens, height, state),
      },
    },
    canonical: height < lens.latest,
  }
}

function signaturesJson(lens: ChainLens, height: number, state: Readonly<ChainState>) {
  const { profile, roster } = lens.chain
  const fork = height >= lens.forkFrom ? lens.fork : ''
  const start = mix(hashText(`${lens.name}/signature/${fork}`), height)
  const time = lens.timeline.timeOf(height)
  const spread = lens.timeline.blockTimeMs * 0.14
  const length = profile.keyType === 'bls12_381' ? 96 : 64
  return state.set.places.map((place, at) => {
    const flag = state.votes[at]
    if (flag === FLAG_ABSENT) {
      return { block_id_flag: FLAG_ABSENT, validator_address: '', timestamp: ZERO_TIME, signature: null }
    }
    return {
      block_id_flag: flag,
      validator_address: roster[place.index]?.consensusHex ?? '',
      timestamp: wireTime(time + (spread * mix(start, at, 1)) / 0x100000000),
      signature: Buffer.from(bytesFrom(mix(start, at), length)).toString('base64'),
    }
  })
}
