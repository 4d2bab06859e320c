import { base64 } from '@scure/base'
import type { SetMember } from '../domain.ts'
import type { BlockId, SignedHeader } from '../proof/signed-header.ts'

/** The `result` of `/commit`. */
export function commitJson({ header, commit }: SignedHeader, canonical: boolean): object {
  return {
    signed_header: {
      header: {
        version: { block: String(header.version.block) },
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
      },
      commit: {
        height: String(commit.height),
        round: commit.round,
        block_id: blockIdJson(commit.blockId),
        signatures: commit.signatures.map(({ flag, address, timeNs, signature }) => ({
          block_id_flag: flag,
          validator_address: address ?? '',
          timestamp: flag === 1 ? '0001-01-01T00:00:00Z' : timeText(timeNs),
          signature: flag === 1 ? null : base64.encode(signature),
        })),
      },
    },
    canonical,
  }
}

/** The `result` of `/validators`. */
export function validatorsJson(
  height: number,
  set: readonly SetMember[],
  { page, perPage, totalOff }: { page: number; perPage: number; totalOff: number },
): object {
  const members = set.slice((page - 1) * perPage, page * perPage).map(({ address, keyType, key, power }) => ({
    address,
    pub_key: { type: keyType, value: base64.encode(key) },
    voting_power: String(power),
  }))
  return {
    block_height: String(height),
    validators: members,
    count: String(members.length),
    total: String(set.length + totalOff),
  }
}

function blockIdJson({ hash, parts }: BlockId): object {
  return { hash, parts }
}

/** As Go writes it: zeros at the end of the fraction are dropped. */
function timeText(timeNs: bigint): string {
  const nanos = String(timeNs % 1_000_000_000n).padStart(9, '0')
  const seconds = new Date(Number(timeNs / 1_000_000_000n) * 1000).toISOString().slice(0, 19)
  const fraction = nanos.replace(/0+$/, '')
  return fraction === '' ? `${seconds}Z` : `${seconds}.${fraction}Z`
}
