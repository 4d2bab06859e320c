import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { demoBridges } from '@roundsman/simnet/bridges/demo-bridges.data'
import type { DemoNetwork } from '@roundsman/simnet/demo-catalogue'
import { type Call, firstValidators } from './demo-site.ts'

/** Tokens by the name of their bridge, by blockchain id. */
type Tokens = Record<number, Record<string, string>>

/**
 * Writes what the simulated bridges need to push to the demo: where to, and tokens, which the demo's account makes as
 * anybody does, unless a run before did.
 */
export async function writeDemoBridges(
  file: string,
  address: string,
  call: Call,
  networks: readonly DemoNetwork[],
): Promise<void> {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { tokens: Tokens }).tokens : {}
  const tokens: Tokens = {}
  for (const { blockchain_id: id } of networks) {
    const names = new Set(demoBridges.filter((one) => one.blockchainId === id).map(({ name }) => name))
    if (names.size > 0) tokens[id] = { ...(await tokensOf(call, id, [...names], kept[id] ?? {})) }
  }
  const pushing = networks.map(({ blockchain_id: id, bridge_namespaces: [namespace], rpc }) => [
    id,
    { namespace, rpc, tokens: tokens[id] ?? {} },
  ])
  const content = { target: address, tokens, networks: Object.fromEntries(pushing) as object }
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
}

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
