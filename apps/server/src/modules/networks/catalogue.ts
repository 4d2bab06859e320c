import { networkAccess } from '@roundsman/contract/accounts/abilities'
import * as z from 'zod/mini'
import { StartError } from '../../platform/errors.ts'
import { builtInNetworks } from './built-in-networks.data.ts'

const httpUrl = z.string().check(z.refine((text) => isHttpUrl(text), 'must be an http or https address'))
const text = z.string().check(z.minLength(1, 'must not be empty'))
/** A name without scheme, port or path. */
const hostName = z
  .string()
  .check(z.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'must be a host name without port'))

/** What a token amount of a chain counts: `decimals` places make one `symbol`. */
export const Unit = z.strictObject({ symbol: text, decimals: z.int().check(z.minimum(0), z.maximum(30)) })
export type Unit = z.infer<typeof Unit>

export const CatalogueNetwork = z.strictObject({
  blockchain_id: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
  host: hostName,
  domain: httpUrl,
  name: text,
  symbol: text,
  logo: text,
  kind: z.enum(['COSMOS']),
  is_da_enabled: z.boolean(),
  access: z._default(z.enum(networkAccess), 'ANY'),
  explorer_url: z._default(z.nullable(httpUrl), null),
  /** null: the first answer is taken, and kept until `network accept`. */
  chain_id: z._default(z.nullable(text), null),
  /** A block that the operator vouches for: proofs begin there, else at the first one that two endpoints tell alike. */
  trusted: z.optional(
    z.strictObject({
      height: z.int().check(z.minimum(1)),
      hash: z
        .string()
        .check(z.regex(/^[0-9a-fA-F]{64}$/, 'must be the hash of a block, 64 hex digits'), z.toUpperCase()),
    }),
  ),
  /** Empty: shown as not followed. */
  rpc: z._default(z.array(httpUrl), []),
  bridge_namespaces: z._default(z.array(text), []),
  bridge_scrape: z._default(z.array(httpUrl), []),
  /** Whether keybase is asked for pictures of its validators. */
  keybase: z._default(z.boolean(), true),
  /** Of token amounts; without it known by the chain id (chain-facts.ts), else amounts are shown without a unit. */
  unit: z.optional(Unit),
  /** How to take a validator out of jail; without it, by the chain id (chain-facts.ts); otherwise messages leave it out. */
  unjail: z.optional(text.check(z.maxLength(200))),
})
export type CatalogueNetwork = z.infer<typeof CatalogueNetwork>

export const Catalogue = z
  .strictObject({
    provider: z.strictObject({
      name: text,
      url: httpUrl,
      links: z._default(z.array(z.strictObject({ label: text, url: httpUrl })), []),
    }),
    notice: z._default(z.nullable(z.strictObject({ en: text, ru: text, uk: text })), null),
    default_blockchain_id: z.int(),
    networks: z.array(CatalogueNetwork).check(z.minLength(1, 'must name at least one network')),
  })
  .check((context) => {
    const { networks, default_blockchain_id } = context.value
    const issue = (path: (string | number)[], message: string) => {
      context.issues.push({ code: 'custom', message, path, input: context.value })
    }
    if (!networks.some((network) => network.blockchain_id === default_blockchain_id))
      issue(['default_blockchain_id'], 'no network has this blockchain_id')
    for (const key of ['blockchain_id', 'host'] as const) {
      const seen = new Set<string>()
      for (const [index, network] of networks.entries()) {
        const value = String(network[key]).toLowerCase()
        if (seen.has(value)) issue(['networks', index, key], 'is already used by another network')
        seen.add(value)
      }
    }
  })
export type Catalogue = z.infer<typeof Catalogue>

function isHttpUrl(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

/** How many mistakes one message names. */
const shownIssues = 10

/**
 * Reads the text of a catalogue file.
 * @throws StartError that names the file and, for each mistake, its JSON path
 */
export function readCatalogue(file: { path: string; text: string }): Catalogue {
  const answer = z.safeParse(Catalogue, parse(file))
  if (answer.success) return answer.data
  const issues = answer.error.issues.map((issue) => `  ${pathOf(issue)}: ${issue.message}`)
  const rest = issues.length > shownIssues ? [`  and ${issues.length - shownIssues} more`] : []
  const lines = [...issues.slice(0, shownIssues), ...rest]
  throw new StartError(`The network catalogue ${file.path} is not valid:\n${lines.join('\n')}`)
}

function parse({ path, text }: { path: string; text: string }): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new StartError(`The network catalogue ${path} is not JSON: ${reason}`)
  }
}

function pathOf(issue: z.core.$ZodIssue): string {
  const keys = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  return keys.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : `${path}${path && '.'}${String(key)}`),
    '',
  )
}

/** Every built-in host lies under it, so that one cookie serves them all on one machine. */
const site = 'roundsman.localhost'

/** The catalogue without a file: the ten networks of the specification, on this machine's own names. */
export function builtInCatalogue(port: number): Catalogue {
  return {
    provider: { name: 'Roundsman', url: `http://celestia.${site}:${port}`, links: [] },
    notice: null,
    default_blockchain_id: 1,
    networks: builtInNetworks.map((network) => ({
      blockchain_id: network.blockchainId,
      host: `${network.slug}.${site}`,
      domain: `http://${network.slug}.${site}:${port}`,
      name: network.name,
      symbol: network.symbol,
      logo: network.logo,
      kind: 'COSMOS',
      is_da_enabled: network.isDaEnabled,
      access: 'ANY',
      explorer_url: network.explorerUrl,
      chain_id: network.chainId,
      rpc: [...network.rpc],
      bridge_namespaces: [],
      bridge_scrape: [],
      keybase: true,
    })),
  }
}
