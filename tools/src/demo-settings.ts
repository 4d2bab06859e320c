import path from 'node:path'
import { parseArgs } from 'node:util'
import { networkProfiles } from '@roundsman/simnet/network-profiles.data'
import { root } from './root.ts'

/** What `npm run demo -- --help` says. */
export const demoHelp = `npm run demo [-- options]

Starts ten simulated networks, Roundsman on them, and a phone for its SMS and calls. Prints the
address, an account and the phone's page. Ctrl-C stops it; its state stays in .data/demo.

  --fresh              start over: empty .data/demo first
  --networks <a,b>     only these networks, the first one as default (celestia,haqq)
  --no-past            begin without 30 days of simulated past
  --help               print this

It honors ROUNDSMAN_PORT (8000), ROUNDSMAN_HOST, ROUNDSMAN_DATA_DIR and the other variables of
docs/operating.md, except ROUNDSMAN_NETWORKS_FILE.
`

/** True if somebody asks what there is to choose. */
export function wantsHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h')
}

interface DemoSettings {
  fresh: boolean
  /** 0 asks for any free port. */
  port: number
  /** Where the product is asked whether it is up: loopback where it listens on every address. */
  host: string
  /** Absolute. */
  folder: string
  /** Whether it begins with a past. */
  past: boolean
  /** Slugs of the networks that the site has, of which the first is the default one. */
  networks: readonly string[]
}

/** What the demo needs to know of the product's environment; the product checks the rest itself. */
export function readDemoSettings(
  args: readonly string[],
  env: Record<string, string | undefined>,
): DemoSettings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      fresh: { type: 'boolean', default: false },
      'no-past': { type: 'boolean', default: false },
      networks: { type: 'string' },
    },
  })
  if (env['ROUNDSMAN_NETWORKS_FILE']) {
    throw new Error(
      'ROUNDSMAN_NETWORKS_FILE is set, but the demo writes its own catalogue: unset it, or use `npm start`.',
    )
  }
  if (values.fresh && env['DATABASE_URL']) {
    throw new Error(
      '--fresh empties the demo folder, not the database in DATABASE_URL: empty that one yourself.',
    )
  }
  const port = Number(env['ROUNDSMAN_PORT'] || '8000')
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`ROUNDSMAN_PORT is "${env['ROUNDSMAN_PORT']}"; expected a port from 0 to 65535.`)
  }
  const host = env['ROUNDSMAN_HOST'] || '127.0.0.1'
  return {
    fresh: values.fresh,
    port,
    host: host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host,
    past: !values['no-past'],
    folder: path.resolve(root, env['ROUNDSMAN_DATA_DIR'] || '.data/demo'),
    networks: values.networks === undefined ? slugs : chosenNetworks(values.networks),
  }
}

const slugs = networkProfiles.map(({ slug }) => slug)

/** `a,b`: those two. */
function chosenNetworks(text: string): string[] {
  const chosen = text.split(',').map((slug) => slug.trim())
  const unknown = chosen.filter((slug) => !slugs.includes(slug))
  if (unknown.length > 0)
    throw new Error(`--networks names "${unknown.join('", "')}"; available: ${slugs.join(', ')}.`)
  return [...new Set(chosen)]
}
