import { machine } from './machine.ts'
import { type NodeHome, type NodeProgram, nodeCommand } from './node-home.ts'
import { until } from './until.ts'

interface Transaction {
  program: NodeProgram
  /** Whose key signs. */
  signer: NodeHome
  chainId: string
  /** A node that takes it, as http://host:port. */
  through: string
  /** Words after `tx`, e.g. `['slashing', 'unjail']`. */
  words: readonly string[]
}

interface Sent {
  code: number
  txhash: string
  raw_log?: string
}

interface Included {
  result?: { height: string; tx_result: { code: number; log: string } }
}

/** Sends a transaction and waits until a block holds it. @returns that block's height */
export async function transact(transaction: Transaction): Promise<number> {
  const { program, signer, chainId, through, words } = transaction
  const printed = await nodeCommand(program, signer.home, [
    ...['tx', ...words, '--from', signer.moniker, '--keyring-backend', 'test', '--chain-id', chainId],
    ...['--node', through.replace('http:', 'tcp:'), '--gas', '400000', '--yes', '--output', 'json'],
    ...['--broadcast-mode', 'sync'],
  ])
  const sent = JSON.parse(printed.slice(printed.indexOf('{'))) as Sent
  const name = words.slice(0, 2).join(' ')
  if (sent.code !== 0) throw new Error(`${name} was refused: ${sent.raw_log ?? sent.code}`)
  const result = await until({
    what: `${name} in a block`,
    deadlineMs: 20_000,
    everyMs: 150,
    poll: async () => {
      const answer = await machine.fetch(`${through}/tx?hash=0x${sent.txhash}`)
      return ((await answer.json()) as Included).result ?? null
    },
  })
  if (result.tx_result.code !== 0) throw new Error(`${name} failed: ${result.tx_result.log}`)
  return Number(result.height)
}
