import { join } from 'node:path'
import type { KeyKind } from './consensus-key.ts'
import { freePorts, type Ports, type Room } from './free-ports.ts'
import { type Layout, layOut, layOutFurther } from './lay-out.ts'
import { nodeBinary, type SdkVersion } from './node-binary.ts'
import { type Timeouts, writeTimeouts } from './node-config.ts'
import { copyValidatorKey, type NodeHome, type NodeProgram } from './node-home.ts'
import { createNodeProcess, type NodeProcess } from './node-process.ts'
import { sign, type SignedTransaction, transact } from './transaction.ts'

export interface LocalNode extends NodeHome, NodeProcess {
  /** http://127.0.0.N:port */
  rpcUrl: string
  /** Written to the node's configuration; takes effect at its next start. */
  setTimeouts(timeouts: Timeouts): Promise<void>
}

export interface Localnet {
  readonly chainId: string
  readonly version: SdkVersion
  readonly program: NodeProgram
  /** The four validators of the genesis, then the further nodes in the order they came. */
  readonly nodes: readonly LocalNode[]
  node(index: number): LocalNode
  startAll(): Promise<void>
  stopAll(): Promise<void>
  /** Signs by `index`'s account, sends through a running node. @returns the height of the block that holds it */
  tx(index: number, words: readonly string[]): Promise<number>
  /** Signs by `index`'s account what `broadcast` sends later. */
  signTx(index: number, words: readonly string[]): Promise<SignedTransaction>
  /** A fifth (sixth, …) node with keys of its own, laid out but not started. */
  addNode(): Promise<LocalNode>
  /** A further node that signs with a copy of `index`'s key and remembers nothing of what that one signed. */
  addTwin(index: number): Promise<LocalNode>
  /** Stops everything, forgets the chain and starts another one with the same keys under `chainId`. */
  beginAgain(chainId: string): Promise<void>
  /** Ends every node. */
  close(): Promise<void>
}

interface LocalnetOptions {
  /** A folder of its own; the caller removes it. */
  dir: string
  version: SdkVersion
  chainId: string
  /** ed25519 by default. */
  keys?: KeyKind
  /** Of a chain that runs beside the suite of its SDK, which has the room of the version. */
  room?: Room
  /** Index of the node that forgets old blocks and states; none by default. */
  pruning?: number
}

/** How many addresses are kept free: four validators, one that joins, one that signs twice. */
const hosts = [1, 2, 3, 4, 5, 6].map((last) => `127.0.0.${last}`)

/** Builds the node if need be, lays four validators out, starts them. Close it in every case. */
export async function startLocalnet(options: LocalnetOptions): Promise<Localnet> {
  const program: NodeProgram = { binary: await nodeBinary(options.version), version: options.version }
  const ports: Ports = await freePorts(options.room ?? options.version, hosts)
  let layout: Layout = {
    program,
    dir: join(options.dir, options.chainId),
    chainId: options.chainId,
    ports,
    keys: options.keys ?? 'ed25519',
    pruning: options.pruning ?? null,
  }
  let nodes: LocalNode[] = []

  const asNode = (home: NodeHome): LocalNode => {
    const rpcUrl = `http://${home.host}:${ports.rpc}`
    const running = createNodeProcess(program.binary, home, rpcUrl)
    return { ...home, ...running, rpcUrl, setTimeouts: (timeouts) => writeTimeouts(home.home, timeouts) }
  }

  function node(index: number): LocalNode {
    const found = nodes[index]
    if (!found) throw new Error(`there is no node ${index}`)
    return found
  }

  const startAll = async () => {
    await Promise.all(nodes.map((one) => one.start()))
  }
  const stopAll = async () => {
    await Promise.all(nodes.map((one) => one.stop()))
  }

  async function addNode(): Promise<LocalNode> {
    const added = asNode(await layOutFurther(layout, nodes.slice(0, 4), nodes.length))
    nodes = [...nodes, added]
    return added
  }

  async function addTwin(index: number): Promise<LocalNode> {
    const twin = await addNode()
    await copyValidatorKey(node(index).home, twin.home)
    return twin
  }

  function transaction(index: number, words: readonly string[]) {
    const through = nodes.slice(0, 4).find((one) => one.running())?.rpcUrl
    if (through === undefined) throw new Error('no node runs that would take a transaction')
    return { program, signer: node(index), chainId: layout.chainId, through, words }
  }

  async function beginAgain(chainId: string): Promise<void> {
    await stopAll()
    layout = { ...layout, chainId, earlier: nodes.slice(0, 4) }
    nodes = (await layOut(layout)).map(asNode)
    await startAll()
  }

  nodes = (await layOut(layout)).map(asNode)
  try {
    await startAll()
  } catch (error) {
    await stopAll()
    throw error
  }
  return {
    get chainId() {
      return layout.chainId
    },
    version: options.version,
    program,
    get nodes() {
      return nodes
    },
    node,
    startAll,
    stopAll,
    tx: (index, words) => transact(transaction(index, words)),
    signTx: (index, words) => sign(transaction(index, words)),
    addNode,
    addTwin,
    beginAgain,
    close: stopAll,
  }
}
