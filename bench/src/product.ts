import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programArguments } from '../../tools/src/program-arguments.ts'
import { type Chains, catalogueOf, simulatedChains } from './chains.ts'
import { type Child, startChild } from './child.ts'

/** The product and its chains, programs of their own, the product as a user builds and runs it. */
export interface Product {
  server: Child
  chains: Chains
  /** Endpoints by blockchain id. */
  endpoints: Record<string, string[]>
  origin: string
  email: string
  password: string
  /** Another account; gives its password. */
  addUser(email: string): Promise<string>
  /** Stops the server and starts it again on what it left; gives the new one. */
  restart(): Promise<Child>
  /** Stops the server, lets somebody work in its data directory, and starts it again. */
  whileStopped(work: (dataDir: string) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}

/** Starts the server on simulated chains or others; `networks` keeps only these ids in the catalogue. */
export async function startProduct(options: {
  /** How many times as fast as they are simulated networks go; or the chains to follow, which are stopped as well. */
  source: number | Chains
  networks?: readonly number[]
  /** false: the catalogue names no endpoint. */
  followed?: boolean
  /** Before the server's own file: arguments for Node itself. */
  nodeArguments?: readonly string[]
  /** More of the product's environment. */
  environment?: NodeJS.ProcessEnv
}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'roundsman-bench-'))
  const { source } = options
  const chains = typeof source === 'number' ? await simulatedChains(source) : source
  const port = await freePort()
  const catalogue = catalogueOf(chains, port)
  const networks = catalogue.networks
    .filter((n) => options.networks?.includes(n.blockchain_id) ?? true)
    .map((n) => (options.followed === false ? { ...n, rpc: [] } : n))
  const file = join(folder, 'networks.json')
  writeFileSync(
    file,
    JSON.stringify({ ...catalogue, networks, default_blockchain_id: networks[0]?.blockchain_id }),
  )
  const environment = {
    ROUNDSMAN_PORT: String(port),
    ROUNDSMAN_DATA_DIR: join(folder, 'data'),
    ROUNDSMAN_NETWORKS_FILE: file,
    ROUNDSMAN_LOG_LEVEL: 'info',
    ...options.environment,
  }
  const addUser = async (email: string) => {
    const command = startChild(['apps/server/dist/cli.js', 'user', 'create', email], environment)
    const made = await command.line((line) => /^Password: (\S+)$/.exec(line)?.[1])
    // Where no server runs it has the data directory until then.
    await command.ended
    return made
  }
  const password = await addUser('bench@example.org')
  const start = async () => {
    const before = [...programArguments, ...(options.nodeArguments ?? [])]
    const child = startChild([...before, 'apps/server/dist/main.js'], environment)
    await child.line((line) => (line.includes('listening') ? true : undefined))
    return child
  }
  let server = await start()
  return {
    get server() {
      return server
    },
    chains,
    addUser,
    async restart() {
      await server.stop()
      server = await start()
      return server
    },
    async whileStopped(work) {
      await server.stop()
      await work(join(folder, 'data'))
      server = await start()
    },
    endpoints: chains.endpoints,
    origin: `http://127.0.0.1:${port}`,
    email: 'bench@example.org',
    password,
    async stop() {
      await server.stop()
      await chains.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
