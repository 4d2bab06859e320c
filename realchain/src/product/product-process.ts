import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { machine } from '../localnet/machine.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Who signs in; the password is the one that `user create` prints. */
export const email = 'operator@roundsman.example'

export interface ProductProcess {
  /** http://127.0.0.1:port */
  address: string
  password: string
  /** `npm run roundsman -- <words>` beside the running product: what it printed, and its exit code. */
  administer(words: readonly string[]): Promise<Said>
  close(): Promise<void>
}

export interface Said {
  code: number | null
  text: string
}

export interface ProductOptions {
  /** A folder of its own; the caller removes it. */
  dir: string
  chainId: string
  rpc: readonly string[]
}

/** The built product by its README's command, on a catalogue of one network. Close it in every case. */
export async function startProduct({ dir, chainId, rpc }: ProductOptions): Promise<ProductProcess> {
  await mkdir(dir, { recursive: true })
  const catalogue = join(dir, 'networks.json')
  await writeFile(catalogue, JSON.stringify(catalogueOf(chainId, rpc)))
  const environment = {
    ...machine.environment(),
    NODE_ENV: 'production',
    ROUNDSMAN_HOST: '127.0.0.1',
    ROUNDSMAN_PORT: '0',
    ROUNDSMAN_DATA_DIR: join(dir, 'data'),
    ROUNDSMAN_NETWORKS_FILE: catalogue,
    ROUNDSMAN_LOG_LEVEL: 'info',
  }
  const administer = (words: readonly string[]) => allSaid(run('roundsman', words, environment))
  const created = await administer(['user', 'create', email])
  const password = /^Password: (.+)$/m.exec(created.text)?.[1]
  if (password === undefined) throw new Error(`\`user create\` gave no password: ${created.text}`)

  const child = run('start', [], environment)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return {
    address: await said(child, /"address":"([^"]+)"/),
    password,
    administer,
    async close() {
      child.kill('SIGINT')
      await ended
    },
  }
}

/** The three lines that the README asks for, and the names that a catalogue wants beside them. */
function catalogueOf(chainId: string, rpc: readonly string[]) {
  return {
    provider: { name: 'Real chain', url: 'https://provider.example', links: [] },
    notice: null,
    default_blockchain_id: 1,
    networks: [
      {
        blockchain_id: 1,
        host: 'real.example',
        domain: 'https://real.example',
        name: 'A real chain',
        symbol: 'STAKE',
        logo: 'celestia',
        kind: 'COSMOS',
        is_da_enabled: false,
        access: 'ANY',
        explorer_url: null,
        chain_id: chainId,
        rpc,
      },
    ],
  }
}

const run = (command: string, words: readonly string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [join(root, `tools/bin/${command}.mjs`), ...words], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** All that a program prints until it ends. */
function allSaid(child: ChildProcess): Promise<Said> {
  return new Promise((resolve, reject) => {
    let text = ''
    const hear = (more: string) => {
      text += more
    }
    child.stdout?.setEncoding('utf8').on('data', hear)
    child.stderr?.setEncoding('utf8').on('data', hear)
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, text }))
  })
}

/** The first match in what a program says; rejects when it ends before. */
function said(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const hear = (text: string) => {
      heard += text
      const found = pattern.exec(heard)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout?.setEncoding('utf8').on('data', hear)
    child.stderr?.setEncoding('utf8').on('data', hear)
    child.once('close', () => reject(new Error(`it ended without saying ${String(pattern)}:\n${heard}`)))
  })
}
