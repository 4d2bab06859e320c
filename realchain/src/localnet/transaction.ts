import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
  const printed = await command(transaction, [...transaction.words, '--broadcast-mode', 'sync'])
  return included(transaction, JSON.parse(printed.slice(printed.indexOf('{'))) as Sent)
}

/** A transaction that `broadcast` sends in one call. Its signer must send no other one before. */
export interface SignedTransaction extends Transaction {
  /** Upper-case hex of its bytes. */
  bytes: string
}

/** Signs a transaction for later: programs of a node take seconds on a crowded machine, in which a chain goes on. */
export async function sign(transaction: Transaction): Promise<SignedTransaction> {
  const file = join(transaction.signer.home, 'transaction.json')
  await writeFile(file, await command(transaction, [...transaction.words, '--generate-only']))
  await writeFile(file, await command(transaction, ['sign', file]))
  const encoded = await nodeCommand(transaction.program, transaction.signer.home, ['tx', 'encode', file])
  return { ...transaction, bytes: Buffer.from(encoded, 'base64').toString('hex').toUpperCase() }
}

/** Sends what is signed and waits until a block holds it. @returns that block's height */
export async function broadcast(transaction: SignedTransaction): Promise<number> {
  const answer = await machine.fetch(`${transaction.through}/broadcast_tx_sync?tx=0x${transaction.bytes}`)
  const { result } = (await answer.json()) as { result: { code: number; hash: string; log: string } }
  return included(transaction, { code: result.code, txhash: result.hash, raw_log: result.log })
}

function command(
  { program, signer, chainId, through }: Transaction,
  words: readonly string[],
): Promise<string> {
  return nodeCommand(program, signer.home, [
    ...['tx', ...words, '--from', signer.moniker, '--keyring-backend', 'test', '--chain-id', chainId],
    ...['--node', through.replace('http:', 'tcp:'), '--gas', '400000', '--yes', '--output', 'json'],
  ])
}

async function included({ words, through }: Transaction, sent: Sent): Promise<number> {
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
