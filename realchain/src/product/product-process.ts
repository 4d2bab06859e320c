import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { machine } from '../localnet/machine.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Who signs in; the password is the one that `user create` prints. */
export const email = 'operator@roundsman.example'

export interface ProductProcess {
  /** http://127.0.0.1:port; another one after each start. */
  readonly address: string
  password: string
  /** `npm run roundsman -- <words>` beside the running product: what it printed, and its exit code. */
  administer(words: readonly string[]): Promise<CommandOutput>
  /** `/metrics`, as a collector beside it reads them. */
  metrics(): Promise<string>
  /** All that it has written to its log, over all starts. */
  logged(): string
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>
  /** Starts it again on its data. */
  start(): Promise<void>
  close(): Promise<void>
}

interface CommandOutput {
  code: number | null
  text: string
}

/** One network of the catalogue; they are numbered from 1 on. */
interface ProductNetwork {
  name: string
  chainId: string
  rpc: readonly string[]
}

interface ProductOptions {
  /** A folder of its own; the caller removes it. */
  dir: string
  networks: readonly ProductNetwork[]
  /** More of its environment. */
  environment?: Readonly<Record<string, string>>
}

/** The built product by its README's command, on a catalogue of its own. Close it in every case. */
export async function startProduct({
  dir,
  networks,
  environment: more,
}: ProductOptions): Promise<ProductProcess> {
  await mkdir(dir, { recursive: true })
  const catalogue = join(dir, 'networks.json')
  await writeFile(catalogue, JSON.stringify(catalogueOf(networks)))
  const environment = {
    ...machine.environment(),
    NODE_ENV: 'production',
    ROUNDSMAN_HOST: '127.0.0.1',
    ROUNDSMAN_PORT: '0',
    ROUNDSMAN_DATA_DIR: join(dir, 'data'),
    ROUNDSMAN_NETWORKS_FILE: catalogue,
    ROUNDSMAN_LOG_LEVEL: 'info',
    ...more,
  }
  const administer = (words: readonly string[]) => outputOf(run('roundsman', words, environment))
  const created = await administer(['user', 'create', email])
  const password = /^Password: (.+)$/m.exec(created.text)?.[1]
  if (password === undefined) throw new Error(`\`user create\` gave no password: ${created.text}`)

  let log = ''
  let address = ''
  let stop = () => Promise.resolve()

  async function start(): Promise<void> {
    const child = run('start', [], environment)
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
    stop = async () => {
      child.kill('SIGINT')
      await ended
    }
    onText(child, (text) => {
      log += text
    })
    address = await said(child, /"address":"([^"]+)"/)
  }

  await start()
  return {
    get address() {
      return address
    },
    password,
    administer,
    metrics: async () => (await machine.fetch(`${address}/metrics`)).text(),
    logged: () => log,
    stop: () => stop(),
    start,
    close: () => stop(),
  }
}

/** The three lines that the README asks for, and the names that a catalogue wants beside them. */
function catalogueOf(networks: readonly ProductNetwork[]) {
  return {
    provider: { name: 'Real chain', url: 'https://provider.example', links: [] },
    notice: null,
    default_blockchain_id: 1,
    networks: networks.map(({ name, chainId, rpc }, index) => ({
      blockchain_id: index + 1,
      host: `real-${index + 1}.example`,
      domain: `https://real-${index + 1}.example`,
      name,
      symbol: 'STAKE',
      logo: 'celestia',
      kind: 'COSMOS',
      is_da_enabled: false,
      access: 'ANY',
      explorer_url: null,
      chain_id: chainId,
      rpc,
    })),
  }
}

const run = (command: string, words: readonly string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [join(root, `tools/bin/${command}.mjs`), ...words], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

function onText(child: ChildProcess, listen: (text: string) => void): void {
  child.stdout?.setEncoding('utf8').on('data', listen)
  child.stderr?.setEncoding('utf8').on('data', listen)
}

/** All that a program prints until it ends. */
function outputOf(child: ChildProcess): Promise<CommandOutput> {
  return new Promise((resolve, reject) => {
    let text = ''
    onText(child, (more) => {
      text += more
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, text }))
  })
}

/** The first match in what a program says; rejects when it ends before. */
function said(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    onText(child, (text) => {
      output += text
      const found = pattern.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('close', () => reject(new Error(`it ended without saying ${String(pattern)}:\n${output}`)))
  })
}
