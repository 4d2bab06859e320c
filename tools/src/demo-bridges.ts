import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoBridges } from '@roundsman/simnet/bridges/demo-bridges.data'
import type { DemoNetwork } from '@roundsman/simnet/demo-catalogue'

interface DemoSite {
  /** `http://127.0.0.1:8000`. */
  address: string
  email: string
  password: string
}

/** Tokens by the name of their bridge, by blockchain id. */
type Tokens = Record<number, Record<string, string>>

/** So often the first validators are waited for, half a second each: bridges are said to be run by some of them. */
const mostPolls = 40

/**
 * Writes what the simulated bridges need to push to the demo: where to, and tokens, which the demo's account makes as
 * anybody does, unless a run before did.
 */
export async function writeDemoBridges(
  file: string,
  site: DemoSite,
  networks: readonly DemoNetwork[],
): Promise<void> {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { tokens: Tokens }).tokens : {}
  const tokens: Tokens = {}
  const call = await signIn(site)
  for (const { blockchain_id: id } of networks) {
    const names = new Set(demoBridges.filter((one) => one.blockchainId === id).map(({ name }) => name))
    if (names.size > 0) tokens[id] = { ...(await tokensOf(call, id, [...names], kept[id] ?? {})) }
  }
  const pushing = networks.map(({ blockchain_id: id, bridge_namespaces: [namespace], rpc }) => [
    id,
    { namespace, rpc, tokens: tokens[id] ?? {} },
  ])
  const content = { target: site.address, tokens, networks: Object.fromEntries(pushing) as object }
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
}

type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

async function tokensOf(
  call: Call,
  blockchainId: number,
  names: readonly string[],
  kept: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const missing = names.filter((name) => kept[name] === undefined)
  const validators = missing.length === 0 ? [] : await firstValidators(call, blockchainId)
  const made: Record<string, string> = {}
  for (const [index, name] of missing.entries()) {
    const body = { name, validator_id: validators[index % 3] ?? null }
    const answer = await call('POST', `/api/blockchains/bridges/${blockchainId}/tokens/`, body)
    made[name] = (answer as { token: string }).token
  }
  return { ...kept, ...made }
}

async function firstValidators(call: Call, blockchainId: number): Promise<number[]> {
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const list = (await call('GET', `/api/blockchains/list/${blockchainId}/`)) as {
      validators: { id: number }[]
    }
    if (list.validators.length > 0) return list.validators.map(({ id }) => id)
    await sleep(500)
  }
  return []
}

/** Signs in as a browser does, and gives how to call as whoever that is. */
async function signIn({ address, email, password }: DemoSite): Promise<Call> {
  const cookies = new Map<string, string>()
  const call: Call = async (method, path, body) => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrftoken': cookies.get('csrftoken') ?? '',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.json()
  }
  await call('GET', '/api/networks/')
  await call('POST', '/api/users/login/', { email, password })
  return call
}
