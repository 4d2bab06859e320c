import type { BlockId, FullCommit, FullHeader, FullSignature } from '@roundsman/cometbft/proof/signed-header'
import { instantText } from '../blocks/instant.ts'
import { FLAG_ABSENT } from '../chain/chain-state.ts'
import type { ChainLens } from './chain-lens.ts'
import { seenBlock, toldBlock } from './told-block.ts'

const ZERO_TIME = '0001-01-01T00:00:00Z'

/** `header` of a height, byte for byte the same wherever it is asked. */
export function headerJson(lens: ChainLens, height: number) {
  return headerOf(toldBlock(lens, height).header)
}

/** `/commit` of a height. The newest one is what the node has seen itself, so not canonical yet. */
export function commitJson(lens: ChainLens, node: string, height: number) {
  const canonical = height < lens.latest
  const { header, commit } = canonical ? toldBlock(lens, height) : seenBlock(lens, height, node)
  return { signed_header: { header: headerOf(header), commit: commitOf(commit) }, canonical }
}

export function blockIdJson({ hash, parts }: BlockId) {
  return { hash, parts: { total: parts.total, hash: parts.hash } }
}

function headerOf(header: FullHeader) {
  const { block, app } = header.version
  return {
    version: app === 0n ? { block: String(block) } : { block: String(block), app: String(app) },
    chain_id: header.chainId,
    height: String(header.height),
    time: instantText(header.timeNs),
    last_block_id: blockIdJson(header.lastBlockId),
    last_commit_hash: header.lastCommitHash,
    data_hash: header.dataHash,
    validators_hash: header.validatorsHash,
    next_validators_hash: header.nextValidatorsHash,
    consensus_hash: header.consensusHash,
    app_hash: header.appHash,
    last_results_hash: header.lastResultsHash,
    evidence_hash: header.evidenceHash,
    proposer_address: header.proposer,
  }
}

function commitOf({ height, round, blockId, signatures }: FullCommit) {
  return {
    height: String(height),
    round,
    block_id: blockIdJson(blockId),
    signatures: signatures.map(signatureOf),
  }
}

function signatureOf({ flag, address, timeNs, signature }: FullSignature) {
  if (flag === FLAG_ABSENT) {
    return { block_id_flag: flag, validator_address: '', timestamp: ZERO_TIME, signature: null }
  }
  return {
    block_id_flag: flag,
    validator_address: address ?? '',
    timestamp: instantText(timeNs),
    signature: Buffer.from(signature).toString('base64'),
  }
}
