import { toHex } from '../bytes.ts'
import { bytesFrom, hashText, mix } from '../chain/random.ts'
import { appVersionOf } from '../governance/app-version.ts'
import { type ConsensusKey, createConsensusKey } from '../keys/consensus-key.ts'
import type { KeyType } from '../network-profile.ts'
import { timeText } from '@roundsman/cometbft/signed-header-json'
import { noiseHash } from '../blocks/noise-hash.ts'
import type { ChainLens } from './chain-lens.ts'
import { reportedBlock } from './reported-block.ts'
import { publicKeyJson } from './validators-json.ts'

const nodeKeys = new Map<string, ConsensusKey>()

function nodeKey(type: KeyType, name: string): ConsensusKey {
  const known = nodeKeys.get(name) ?? createConsensusKey(type, name)
  nodeKeys.set(name, known)
  return known
}

/** `/status` of the node behind an endpoint: a full node without a vote. `node` names it. */
export function statusJson(lens: ChainLens, node: string) {
  const { profile } = lens.chain
  const start = hashText(`${lens.name}/${node}`)
  const key = nodeKey(profile.keyType, `${lens.name}/${node}`)
  const said = lens.latest + lens.boast
  const age = lens.boast === 0 ? 0 : lens.boast * lens.timeline.blockTimeMs
  const newest = reportedBlock(lens, lens.latest)
  const state = lens.chain.history.at(Math.min(lens.latest, lens.lies.renumberedAbove))
  const oldest = reportedBlock(lens, lens.earliest)
  const newestHash = lens.boast === 0 ? newest.id.hash : noiseHash(`${lens.name}/${said}`)
  return {
    node_info: {
      protocol_version: {
        p2p: '8',
        block: String(profile.blockProtocol),
        app: String(appVersionOf(profile, state)),
      },
      id: toHex(bytesFrom(mix(start, 1), 20)).toLowerCase(),
      listen_addr: 'tcp://0.0.0.0:26656',
      network: lens.chainId,
      version: profile.cometVersion,
      channels: '40202122233038606100',
      moniker: `${profile.slug}-${node}`,
      other: { tx_index: 'on', rpc_address: 'tcp://0.0.0.0:26657' },
    },
    sync_info: {
      latest_block_hash: newestHash,
      latest_app_hash: toHex(lens.appStates.at(Math.min(lens.latest, lens.lies.renumberedAbove)).hash),
      latest_block_height: String(said),
      latest_block_time: timeText(newest.header.timeNs + BigInt(Math.floor(age)) * 1_000_000n),
      earliest_block_hash: oldest.id.hash,
      earliest_app_hash: oldest.header.appHash,
      earliest_block_height: String(lens.earliest),
      earliest_block_time: timeText(oldest.header.timeNs),
      catching_up: lens.catchingUp,
    },
    validator_info: {
      address: key.hex,
      pub_key: publicKeyJson(key),
      voting_power: '0',
    },
  }
}
