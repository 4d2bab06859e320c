import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { agreed } from './conformance/agreed-parameters.ts'
import type { Capability, ChainUnderTest, Member } from './conformance/chain-under-test.ts'
import { createGoverning } from './governing.ts'
import { chainParameters } from './localnet/chain-parameters.ts'
import type { KeyKind } from './localnet/consensus-key.ts'
import { type LocalNode, type Localnet, startLocalnet } from './localnet/localnet.ts'
import { machine } from './localnet/machine.ts'
import type { SdkVersion } from './localnet/node-binary.ts'
import { usualTimeouts } from './localnet/node-config.ts'
import { type NodeProgram, validatorKey } from './localnet/node-home.ts'
import { broadcast, type SignedTransaction } from './localnet/transaction.ts'
import { scratchFolder } from './localnet/scratch-folder.ts'
import { until } from './localnet/until.ts'

/** How long a test waits for anything that a chain of half-second blocks should do. */
const waitMs = 180_000
const pruningEndpoint = 3
/** Whose absence leaves less than two thirds of the power. */
const tooMany = [1, 2]
/**
 * A node with these asks for a proposal before the others make one, gives up at once and votes nil; and when more
 * than two thirds have voted, but not yet for one thing, it does not wait for the rest.
 */
const shortTimeouts = { propose: '1ms', prevote: '0s', commit: '100ms' }

const coins = (amount: bigint) => `${amount}${chainParameters.denomination}`

/** A chain of real nodes in a folder of its own, which `close` removes. */
export async function openRealChain(version: SdkVersion, keys: KeyKind = 'ed25519'): Promise<ChainUnderTest> {
  const dir = await scratchFolder()
  const net = await startLocalnet({
    dir,
    version,
    chainId: 'real-1',
    keys,
    pruning: pruningEndpoint,
  })
  const capabilities: Capability[] = ['nil_vote', 'tombstone', 'join_and_leave', 'prune', 'new_id']
  if (version === '0.55') capabilities.push('rotate_key')
  capabilities.push('govern', 'stop_for_upgrade')
  if (version !== '0.46') capabilities.push('expedite')
  if (version === '0.53') capabilities.push('signal')
  const governing = createGoverning(net, dir)
  let joined: LocalNode | null = null
  let twin: LocalNode | null = null
  /** Which node signs for a validator that has rotated its key. */
  const rotated = new Map<number, LocalNode>()
  /** The node of a validator's next key, and the transaction that asks for it. */
  const prepared = new Map<number, { node: LocalNode; request: SignedTransaction }>()

  const genesisNodes = () => net.nodes.slice(0, 4)
  const signer = (index: number) => rotated.get(index) ?? net.node(index)
  const members = (): Member[] => [
    ...genesisNodes().map(({ index, operator, consensus }) => {
      const node = rotated.get(index)
      return node ? { operator, consensus: node.consensus, earlier: [consensus] } : { operator, consensus }
    }),
    ...(joined ? [joined] : []),
  ]
  const tx = async (index: number, words: readonly string[]) => {
    await net.tx(index, words)
  }
  const delegate = (index: number, amount: bigint) =>
    tx(index, ['staking', 'delegate', net.node(index).operator, coins(amount)])

  async function voteWith(index: number, timeouts: typeof usualTimeouts): Promise<void> {
    await net.node(index).stop()
    await net.node(index).setTimeouts(timeouts)
    await net.node(index).start()
  }

  /** As an operator does it: a second node with a key of its own, in step before the chain knows that key. */
  async function prepareKey(index: number): Promise<void> {
    if (rotated.has(index)) throw new Error(`validator ${index} has rotated its key already`)
    const node = await net.addNode()
    await node.start()
    await inStep(node)
    const key = await validatorKey(net.program, node.home)
    prepared.set(index, { node, request: await net.signTx(index, ['staking', 'rotate-cons-pub-key', key]) })
  }

  async function rotateKey(index: number): Promise<void> {
    const next = prepared.get(index)
    if (!next) throw new Error(`validator ${index} has no other key`)
    await broadcast(next.request)
    rotated.set(index, next.node)
  }

  async function tombstone(index: number): Promise<void> {
    twin = await net.addTwin(index)
    // Two nodes with one key mostly cast the same vote; one that votes nil at once contradicts the other soon.
    await twin.setTimeouts(shortTimeouts)
    await twin.start()
  }

  async function joinAs(power: bigint): Promise<void> {
    const node = await net.addNode()
    await node.start()
    await inStep(node)
    const amount = power * chainParameters.powerReduction
    await tx(0, ['bank', 'send', net.node(0).account, node.account, coins(amount + 1_000_000n)])
    joined = node
    await tx(node.index, await createValidator(net, node, { amount, dir, version }))
  }

  async function leave(): Promise<void> {
    if (!joined) throw new Error('nobody has joined')
    const amount = 1000n * chainParameters.powerReduction
    await tx(joined.index, ['staking', 'unbond', joined.operator, coins(amount)])
    await joined.stop()
  }

  return {
    kind: `a real chain on Cosmos SDK ${version} with ${keys} keys`,
    capabilities: new Set(capabilities),
    agreed,
    habits: { countsWhileJailed: version === '0.46' },
    firstHeight: 1,
    chainId: () => net.chainId,
    endpoints: genesisNodes().map((node) => node.rpcUrl),
    pruningEndpoint,
    members,
    fetch: machine.fetch,
    now: machine.now,
    timeoutSignal: machine.timeoutSignal,
    until: (what, poll) => until({ what, poll, deadlineMs: waitMs, everyMs: 100 }),
    stopValidator: (index) => signer(index).stop(),
    startValidator: (index) => signer(index).start(),
    unjail: (index) => tx(index, ['slashing', 'unjail']),
    prepareKey,
    rotateKey,
    tombstone,
    endTombstone: async () => {
      await twin?.stop()
    },
    setCommission: (index, rate) => tx(index, ['staking', 'edit-validator', '--commission-rate', rate]),
    delegate,
    voteNil: (index) => voteWith(index, shortTimeouts),
    voteUsually: (index) => voteWith(index, usualTimeouts),
    join: joinAs,
    leave,
    halt: async () => {
      await Promise.all(tooMany.map((index) => net.node(index).stop()))
    },
    resume: async () => {
      await Promise.all(tooMany.map((index) => net.node(index).start()))
    },
    stopAll: net.stopAll,
    startAll: async () => {
      await Promise.all(genesisNodes().map((node) => node.start()))
    },
    restartWithNewId: async (chainId) => {
      await net.beginAgain(chainId)
      governing.beginAgain()
    },
    governing,
    close: async () => {
      await net.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

interface NewValidator {
  amount: bigint
  dir: string
  version: SdkVersion
}

/** The words of `tx staking create-validator`, which takes a file since SDK 0.50 and flags before. */
async function createValidator(net: Localnet, node: LocalNode, input: NewValidator): Promise<string[]> {
  const program: NodeProgram = net.program
  const key = await validatorKey(program, node.home)
  const terms: Record<string, string> = {
    amount: coins(input.amount),
    moniker: node.moniker,
    'commission-rate': chainParameters.commissionRate,
    'commission-max-rate': '0.5',
    'commission-max-change-rate': '0.2',
    'min-self-delegation': '1',
  }
  const words = ['staking', 'create-validator']
  if (input.version === '0.46') {
    return [
      ...words,
      '--pubkey',
      key,
      ...Object.entries(terms).flatMap(([name, value]) => [`--${name}`, value]),
    ]
  }
  const file = join(input.dir, `${node.moniker}-validator.json`)
  await writeFile(file, JSON.stringify({ pubkey: JSON.parse(key) as unknown, ...terms }))
  return [...words, file]
}

interface Status {
  result: { sync_info: { latest_block_height: string; catching_up: boolean } }
}

/** Waits until a new node has caught up with the chain. */
async function inStep(node: LocalNode): Promise<void> {
  await until({
    what: `${node.moniker} is in step`,
    deadlineMs: waitMs,
    poll: async () => {
      const answer = await machine.fetch(`${node.rpcUrl}/status`)
      const { sync_info: sync } = ((await answer.json()) as Status).result
      return !sync.catching_up && Number(sync.latest_block_height) > 1 ? true : null
    },
  })
}
