import { base58 } from '@scure/base'
import { hash } from 'node:crypto'
import type { DemoBridge } from './demo-bridges.data.ts'
import { createSimulatedBridge, type SimulatedBridge } from './simulated-bridge.ts'

interface FleetOptions {
  /** Of the intake: `http://127.0.0.1:8000`. */
  target: string
  bridges: readonly DemoBridge[]
  /** By blockchain id: how bridges call the network, and their tokens by name. A bridge without a token is left out. */
  networks: Readonly<Record<number, { namespace: string; tokens: Readonly<Record<string, string>> }>>
  /** Of the chain now; null: its consensus node does not answer, so that the bridges of it say nothing. */
  heightOf(blockchainId: number): Promise<number | null>
  clock: { now(): number }
}

export interface BridgeFleet {
  /** Lets each bridge do what it does every ten seconds. */
  round(): Promise<void>
  stop(): Promise<void>
}

/** So often a bridge pushes. */
export const roundMs = 10_000

interface Member {
  blockchainId: number
  bridge: SimulatedBridge
  /** Whether it pushes with the peer id of another. */
  isCopy: boolean
}

/** Bridges of several networks that push together. */
export function createBridgeFleet(options: FleetOptions): BridgeFleet {
  const { target, networks, heightOf, clock } = options
  const startedAt = clock.now()
  const fleet = options.bridges.flatMap((one): Member[] => {
    const { blockchainId, name, ranHours, key = name, ...more } = one
    const network = networks[blockchainId]
    const token = network?.tokens[name]
    if (!network || token === undefined) return []
    const identity = { namespace: network.namespace, peerId: peerIdOf(`${blockchainId} ${key}`) }
    const ranMs = ranHours * 3_600_000
    const bridge = createSimulatedBridge({ ...more, ...identity, target, token, ranMs })
    return [{ blockchainId, bridge, isCopy: key !== name }]
  })
  return {
    async round() {
      const now = clock.now()
      const ids = [...new Set(fleet.map(({ blockchainId }) => blockchainId))]
      const heights = new Map(await Promise.all(ids.map(async (id) => [id, await heightOf(id)] as const)))
      const push = async ({ blockchainId, bridge }: Member) => {
        const height = heights.get(blockchainId) ?? null
        if (height !== null) await bridge.round({ now, height, elapsedMs: now - startedAt })
      }
      // Whoever has another's peer id comes after the one whose it is: the first one has it (G32).
      await Promise.all(fleet.filter(({ isCopy }) => !isCopy).map(push))
      await Promise.all(fleet.filter(({ isCopy }) => isCopy).map(push))
    },
    async stop() {
      await Promise.all(fleet.map(({ bridge }) => bridge.stop()))
    },
  }
}

/** An Ed25519 public key as libp2p names it: an identity multihash of the key as protobuf. */
const prefix = Uint8Array.of(0x00, 0x24, 0x08, 0x01, 0x12, 0x20)

/** The peer id of a simulated bridge, the same for the same name. */
function peerIdOf(name: string): string {
  return base58.encode(Uint8Array.of(...prefix, ...hash('sha256', `bridge ${name}`, 'buffer')))
}
