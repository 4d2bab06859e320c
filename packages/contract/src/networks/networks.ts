import * as z from 'zod/mini'
import { networkAccess } from '../accounts/abilities.ts'

/** The notice of the site in every language of the product. */
const Notice = z.object({ en: z.string(), ru: z.string(), uk: z.string() })
type Notice = z.infer<typeof Notice>

const Provider = z.object({
  name: z.string(),
  url: z.string(),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
})

export const Network = z.object({
  host: z.string(),
  blockchain_id: z.int(),
  chain_id: z.nullable(z.string()),
  kind: z.enum(['COSMOS']),
  logo: z.string(),
  domain: z.string(),
  name: z.string(),
  symbol: z.string(),
  is_da_enabled: z.boolean(),
  access: z.enum(networkAccess),
  explorer_url: z.nullable(z.string()),
})
export type Network = z.infer<typeof Network>

/** Answer of `GET /api/networks/`, also put into index.html as the boot object. */
export const Boot = z.object({
  default_blockchain_id: z.int(),
  provider: Provider,
  notice: z.nullable(Notice),
  google_client_id: z.nullable(z.string()),
  networks: z.array(Network),
})
export type Boot = z.infer<typeof Boot>

/**
 * What index.html carries: the boot object, and the domain of the cookies on this host, null where they are the host's
 * own. The appearance that a user chose travels with them among the networks' sub-domains.
 */
export const PageBoot = z.extend(Boot, { cookie_domain: z.nullable(z.string()) })
export type PageBoot = z.infer<typeof PageBoot>
