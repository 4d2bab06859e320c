import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type KeyKind, writeSecp256k1Key } from './consensus-key.ts'
import type { SdkVersion } from './node-binary.ts'
import { runCommand } from './run-command.ts'

/** A node's folder, the program that runs it, and what the chain knows it by. */
export interface NodeHome {
  index: number
  moniker: string
  home: string
  /** Loopback address of its own. */
  host: string
  /** `cosmosvaloper1…` */
  operator: string
  account: string
  /** Upper-case hex, as CometBFT writes it. */
  consensus: string
}

export interface NodeProgram {
  binary: string
  version: SdkVersion
}

const keyring = ['--keyring-backend', 'test'] as const

/** Runs one command of the node's own program on a home. */
export async function nodeCommand(
  program: NodeProgram,
  home: string,
  args: readonly string[],
): Promise<string> {
  const result = await runCommand({ program: program.binary, args: [...args, '--home', home] })
  // `comet show-node-id` of some versions prints to stderr.
  return (result.stdout.trim() || result.stderr.trim()).trim()
}

/** Genesis commands stand at the top up to SDK 0.46, below `genesis` since 0.47. */
export const genesisCommand = (program: NodeProgram): readonly string[] =>
  program.version === '0.46' ? [] : ['genesis']

/** The id under which peers know a node. */
export const nodeId = (program: NodeProgram, home: string): Promise<string> =>
  nodeCommand(program, home, [program.version === '0.46' ? 'tendermint' : 'comet', 'show-node-id'])

/** The base64 key of the validator, as `create-validator` wants it: a JSON object. */
export const validatorKey = (program: NodeProgram, home: string): Promise<string> =>
  nodeCommand(program, home, [program.version === '0.46' ? 'tendermint' : 'comet', 'show-validator'])

/** Makes the folder of a node with keys of its own; keys that are there already are kept. */
export async function makeNodeHome(
  program: NodeProgram,
  place: { dir: string; index: number; chainId: string; fresh: boolean; keys: KeyKind },
): Promise<NodeHome> {
  const moniker = `node${place.index}`
  const home = join(place.dir, moniker)
  await nodeCommand(program, home, ['init', moniker, '--chain-id', place.chainId, '--overwrite'])
  if (place.fresh) await nodeCommand(program, home, ['keys', 'add', moniker, ...keyring])
  if (place.fresh && place.keys === 'secp256k1') await writeSecp256k1Key(home)
  const show = (extra: readonly string[]) =>
    nodeCommand(program, home, ['keys', 'show', moniker, '-a', ...keyring, ...extra])
  const key = JSON.parse(await readFile(join(home, 'config', 'priv_validator_key.json'), 'utf8')) as {
    address: string
  }
  return {
    index: place.index,
    moniker,
    home,
    host: `127.0.0.${place.index + 1}`,
    operator: await show(['--bech', 'val']),
    account: await show([]),
    consensus: key.address,
  }
}

/** Forgets the chain but not the keys. */
export async function forgetChain(home: string): Promise<void> {
  await Promise.all([
    rm(join(home, 'data'), { recursive: true, force: true }),
    rm(join(home, 'config', 'gentx'), { recursive: true, force: true }),
    rm(join(home, 'config', 'genesis.json'), { force: true }),
    rm(join(home, 'config', 'addrbook.json'), { force: true }),
  ])
  await mkdir(join(home, 'data'), { recursive: true })
  await writeFile(join(home, 'data', 'priv_validator_state.json'), '{"height":"0","round":0,"step":0}')
}

/** Gives `to` the validator key of `from`, with a memory that has signed nothing. */
export async function copyValidatorKey(from: string, to: string): Promise<void> {
  const key = join('config', 'priv_validator_key.json')
  await cp(join(from, key), join(to, key))
  await writeFile(join(to, 'data', 'priv_validator_state.json'), '{"height":"0","round":0,"step":0}')
}
