import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './root.ts'

export interface DemoSettings {
  fresh: boolean
  /** 0 asks for any free port. */
  port: number
  /** Where the product is asked whether it is up: loopback where it listens on every address. */
  host: string
  /** Absolute. */
  folder: string
}

/** What the demo needs to know of the product's environment; the product checks the rest itself. */
export function readDemoSettings(
  args: readonly string[],
  env: Record<string, string | undefined>,
): DemoSettings {
  const { values } = parseArgs({ args: [...args], options: { fresh: { type: 'boolean', default: false } } })
  if (env['ROUNDSMAN_NETWORKS_FILE']) {
    throw new Error(
      'ROUNDSMAN_NETWORKS_FILE is set, and the demo writes a catalogue of its own: unset it, or use `npm start`.',
    )
  }
  if (values.fresh && env['DATABASE_URL']) {
    throw new Error(
      '--fresh empties the folder of the demo, not the database of DATABASE_URL: empty that one yourself.',
    )
  }
  const port = Number(env['ROUNDSMAN_PORT'] || '8000')
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`ROUNDSMAN_PORT is "${env['ROUNDSMAN_PORT']}"; it takes a port from 0 to 65535.`)
  }
  const host = env['ROUNDSMAN_HOST'] || '127.0.0.1'
  return {
    fresh: values.fresh,
    port,
    host: host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host,
    folder: path.resolve(root, env['ROUNDSMAN_DATA_DIR'] || '.data/demo'),
  }
}
