import { toHex } from '../chain/hex.ts'
import { bytesFrom, hashText, mix } from '../chain/random.ts'
import { blockIdJson } from './block-json.ts'
import { type ChainLens, hashOf, wireTime } from './chain-lens.ts'
import { publicKeyJson } from './validators-json.ts'

/** `/status` of the node behind an endpoint: a full node without a vote. `node` names it. */
export function statusJson(lens: ChainLens, node: string) {
  const { profile } = lens.chain
  const start = hashText(`${lens.name}/${node}`)
  const said = lens.latest + lens.boast
  const age = lens.boast === 0 ? 0 : lens.boast * lens.timeline.blockTimeMs
  const timeOf = (height: number) => wireTime(lens.timeline.timeOf(height))
  return {
    node_info: {
      protocol_version: { p2p: '8', block: String(profile.blockProtocol), app: String(profile.appProtocol) },
      id: toHex(bytesFrom(mix(start, 1), 20)).toLowerCase(),
      listen_addr: 'tcp://0.0.0.0:26656',
      network: lens.chainId,
      version: profile.cometVersion,
      channels: '40202122233038606100',
      moniker: `${profile.slug}-${node}`,
      other: { tx_index: 'on', rpc_address: 'tcp://0.0.0.0:26657' },
    },
    sync_info: {
      latest_block_hash: blockIdJson(lens, said).hash,
      latest_app_hash: hashOf(lens, said + 1, 'app'),
      latest_block_height: String(said),
      latest_block_time: wireTime(lens.timeline.timeOf(lens.latest) + age),
      earliest_block_hash: blockIdJson(lens, lens.earliest).hash,
      earliest_app_hash: hashOf(lens, lens.earliest, 'app'),
      earliest_block_height: String(lens.earliest),
      earliest_block_time: timeOf(lens.earliest),
      catching_up: lens.catchingUp,
    },
    validator_info: {
      address: toHex(bytesFrom(mix(start, 2), 20)),
      pub_key: publicKeyJson(
        profile.keyType,
        lens.chain.roster[0]?.publicKey.map((byte) => byte ^ 85) ?? new Uint8Array(),
      ),
      voting_power: '0',
    },
  }
}
