import { base64 } from '@scure/base'
import type { BlockId, FullCommit, FullHeader, FullSignature, SignedHeader } from '../domain.ts'

// How a node writes blocks, for those who stand in for one: the other way round than cometbft.decode.ts.

const ZERO_TIME = '0001-01-01T00:00:00Z'
const ABSENT = 1

/** The `result` of `/commit`. */
export function signedHeaderJson(
  { header, commit }: Pick<SignedHeader, 'header' | 'commit'>,
  canonical: boolean,
) {
  return { signed_header: { header: headerJson(header), commit: commitJson(commit) }, canonical }
}

export function headerJson(header: FullHeader) {
  const { block, app } = header.version
  return {
    // Go leaves a zero out of JSON.
    version: app === 0n ? { block: String(block) } : { block: String(block), app: String(app) },
    chain_id: header.chainId,
    height: String(header.height),
    time: timeText(header.timeNs),
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

export function blockIdJson({ hash, parts }: BlockId) {
  return { hash, parts: { total: parts.total, hash: parts.hash } }
}

function commitJson({ height, round, blockId, signatures }: FullCommit) {
  return {
    height: String(height),
    round,
    block_id: blockIdJson(blockId),
    signatures: signatures.map(signatureJson),
  }
}

function signatureJson({ flag, address, timeNs, signature }: FullSignature) {
  if (flag === ABSENT)
    return { block_id_flag: flag, validator_address: '', timestamp: ZERO_TIME, signature: null }
  return {
    block_id_flag: flag,
    validator_address: address ?? '',
    timestamp: timeText(timeNs),
    signature: base64.encode(signature),
  }
}

/** Nanoseconds since 1970 in RFC 3339 as Go writes it: zeros at the end of the fraction are dropped. */
export function timeText(ns: bigint): string {
  const fraction = String(ns % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/0+$/, '')
  const seconds = new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 19)
  return fraction === '' ? `${seconds}Z` : `${seconds}.${fraction}Z`
}
