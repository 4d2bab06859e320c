import { cp, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { chainParameters } from './chain-parameters.ts'
import type { Ports } from './free-ports.ts'
import type { KeyKind } from './consensus-key.ts'
import { writeParameters } from './genesis-file.ts'
import { machine } from './machine.ts'
import { writeNodeConfig } from './node-config.ts'
import {
  forgetChain,
  genesisCommand,
  makeNodeHome,
  type NodeHome,
  type NodeProgram,
  nodeCommand,
  nodeId,
} from './node-home.ts'

export interface Layout {
  program: NodeProgram
  dir: string
  chainId: string
  ports: Ports
  keys: KeyKind
  /** Index of the node that prunes, null for none. */
  pruning: number | null
  /** Homes of an earlier chain in the same folder: their keys are kept, their chain is forgotten. */
  earlier?: readonly NodeHome[]
}

const coins = (power: bigint) => `${power * chainParameters.powerReduction}${chainParameters.denomination}`

/** How peers reach a node. */
async function peerAddress(program: NodeProgram, node: NodeHome, ports: Ports): Promise<string> {
  return `${await nodeId(program, node.home)}@${node.host}:${ports.p2p}`
}

async function makeGenesis(layout: Layout, homes: readonly NodeHome[]): Promise<void> {
  const { program, chainId } = layout
  const [first] = homes
  if (!first) throw new Error('a chain needs a node')
  const genesisOf = (home: string) => join(home, 'config', 'genesis.json')
  for (const [index, node] of homes.entries()) {
    const all = coins((chainParameters.stakes[index] ?? 0n) + chainParameters.spare)
    await nodeCommand(program, first.home, [
      ...genesisCommand(program),
      'add-genesis-account',
      node.account,
      all,
    ])
  }
  await Promise.all(
    homes.map(async (node, index) => {
      if (node !== first) await cp(genesisOf(first.home), genesisOf(node.home))
      await nodeCommand(program, node.home, [
        ...[...genesisCommand(program), 'gentx', node.moniker, coins(chainParameters.stakes[index] ?? 0n)],
        ...['--chain-id', chainId, '--keyring-backend', 'test', '--ip', node.host, '--moniker', node.moniker],
        ...['--commission-rate', chainParameters.commissionRate, '--commission-max-rate', '0.5'],
        ...['--commission-max-change-rate', '0.2'],
      ])
    }),
  )
  const gentxs = join(first.home, 'config', 'gentx')
  await mkdir(gentxs, { recursive: true })
  for (const node of homes.slice(1)) await cp(join(node.home, 'config', 'gentx'), gentxs, { recursive: true })
  await nodeCommand(program, first.home, [...genesisCommand(program), 'collect-gentxs'])
  // Only now: the genesis commands refuse a jail of less than a minute, the chain itself does not.
  await writeParameters(genesisOf(first.home), {
    version: program.version,
    keys: layout.keys,
    now: machine.now(),
  })
  for (const node of homes.slice(1)) await cp(genesisOf(first.home), genesisOf(node.home))
}

/** Lays four validators out on 127.0.0.1 to 127.0.0.4, ready to start. */
export async function layOut(layout: Layout): Promise<NodeHome[]> {
  const { program, dir, chainId, ports, earlier } = layout
  await mkdir(dir, { recursive: true })
  if (earlier) await Promise.all(earlier.map((node) => forgetChain(node.home)))
  const homes = await Promise.all(
    chainParameters.stakes.map((_, index) =>
      makeNodeHome(program, { dir, index, chainId, fresh: !earlier, keys: layout.keys }),
    ),
  )
  await makeGenesis(layout, homes)
  const peers = await Promise.all(homes.map((node) => peerAddress(program, node, ports)))
  await Promise.all(
    homes.map((node, index) =>
      writeNodeConfig({
        home: node.home,
        host: node.host,
        ports,
        peers: peers.filter((_, other) => other !== index),
        prunes: layout.pruning === index,
      }),
    ),
  )
  return homes
}

/** Makes a further node that follows the chain of `others`: a full node until it is made a validator. */
export async function layOutFurther(
  layout: Layout,
  others: readonly NodeHome[],
  index: number,
): Promise<NodeHome> {
  const { program, dir, chainId, ports, keys } = layout
  const node = await makeNodeHome(program, { dir, index, chainId, fresh: true, keys })
  const [first] = others
  if (!first) throw new Error(`no chain in ${basename(dir)} to follow`)
  await cp(join(first.home, 'config', 'genesis.json'), join(node.home, 'config', 'genesis.json'))
  const peers = await Promise.all(others.map((other) => peerAddress(program, other, ports)))
  await writeNodeConfig({ home: node.home, host: node.host, ports, peers, prunes: false })
  return node
}
