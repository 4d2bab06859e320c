import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chainParameters } from './chain-parameters.ts'
import type { Ports } from './free-ports.ts'
import { setToml } from './toml.ts'

/** Consensus timeouts that one node may have of its own. */
export interface Timeouts {
  propose: string
  prevote: string
  commit: string
}

export const usualTimeouts: Timeouts = {
  propose: chainParameters.timeoutPropose,
  prevote: '500ms',
  commit: chainParameters.timeoutCommit,
}

interface NodeConfig {
  home: string
  host: string
  ports: Ports
  /** `id@host:port` of the others. */
  peers: readonly string[]
  /** Forgets blocks and states as early as the chain allows. */
  prunes: boolean
}

type Setting = [section: string, key: string, value: string | number | boolean]

async function edit(file: string, settings: readonly Setting[]): Promise<void> {
  const before = await readFile(file, 'utf8')
  await writeFile(
    file,
    settings.reduce((text, setting) => setToml(text, ...setting), before),
  )
}

/** Puts a node on its own loopback address, beside its peers, with everything off that the suite does not use. */
export async function writeNodeConfig(config: NodeConfig): Promise<void> {
  await edit(join(config.home, 'config', 'config.toml'), [
    ['', 'log_level', 'error'],
    ['rpc', 'laddr', `tcp://${config.host}:${config.ports.rpc}`],
    ['rpc', 'pprof_laddr', ''],
    ['p2p', 'laddr', `tcp://${config.host}:${config.ports.p2p}`],
    ['p2p', 'persistent_peers', config.peers.join(',')],
    ['p2p', 'addr_book_strict', false],
    ['p2p', 'allow_duplicate_ip', true],
    ['p2p', 'pex', false],
    ['consensus', 'timeout_propose_delta', '200ms'],
    ['consensus', 'timeout_precommit', '500ms'],
  ])
  await writeTimeouts(config.home, usualTimeouts)
  await edit(join(config.home, 'config', 'app.toml'), [
    ['', 'minimum-gas-prices', `0${chainParameters.denomination}`],
    ['', 'pruning', config.prunes ? 'custom' : 'nothing'],
    ['', 'pruning-keep-recent', config.prunes ? '60' : '0'],
    ['', 'pruning-interval', config.prunes ? '10' : '0'],
    ['', 'min-retain-blocks', config.prunes ? 30 : 0],
    ['api', 'enable', false],
    ['grpc', 'enable', false],
    ['grpc-web', 'enable', false],
  ])
}

/** Takes effect when the node is started next. */
export async function writeTimeouts(home: string, timeouts: Timeouts): Promise<void> {
  await edit(join(home, 'config', 'config.toml'), [
    ['consensus', 'timeout_propose', timeouts.propose],
    ['consensus', 'timeout_prevote', timeouts.prevote],
    ['consensus', 'timeout_commit', timeouts.commit],
  ])
}
