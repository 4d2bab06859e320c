import type { Logger } from 'pino'
import { type Config, configChange } from '../platform/config/config.ts'
import type { AdminCommand } from '../platform/process/module.ts'

interface Named {
  name: string
  blockchain_id: number
}

interface NetworksChange {
  added: readonly Named[]
  changed: readonly { after: Named }[]
  removed: readonly Named[]
}

/** The part of the application that another configuration is told to. */
interface Reloaded {
  /** Of the running program; what may change of it is changed in place. */
  config: Config
  log: Pick<Logger, 'info' | 'warn' | 'error' | 'level'>
  networks: { replace(file: Config['networksFile']): Promise<NetworksChange> }
}

/**
 * Reads environment and catalogue again, and goes on with what they say now (B202 to B206).
 * @returns what has changed, each a line
 * @throws StartError where something cannot be used; nothing is changed then
 */
export type Reload = () => Promise<readonly string[]>

/** @param read the configuration as a start would have it now */
export function createReload({ config, log, networks }: Reloaded, read: () => Config): Reload {
  let last: Promise<unknown> = Promise.resolve()

  async function reload(): Promise<readonly string[]> {
    const next = read()
    const { taken, takenNames, restartNames } = configChange(config, next)
    const before = { ...config }
    // First, since networks are checked against variables that may have changed with them.
    Object.assign(config, taken)
    const change = await networks.replace(next.networksFile).catch((error: unknown) => {
      Object.assign(config, before)
      throw error
    })
    if (taken.logLevel !== undefined) log.level = taken.logLevel
    const names = takenNames.filter((name) => name !== 'ROUNDSMAN_NETWORKS_FILE')
    const lines = networkLines(change)
    if (names.length > 0) lines.push(`Changed: ${names.join(', ')}`)
    log.info(
      { changes: lines },
      lines.length > 0 ? 'configuration reloaded' : 'configuration reloaded: no changes',
    )
    if (restartNames.length === 0) return lines.length > 0 ? lines : ['No changes.']
    log.warn({ variables: restartNames }, 'variables have changed that need a restart')
    return [...lines, `What these say has changed and needs a restart: ${restartNames.join(', ')}`]
  }

  return () => {
    // One after the other: each begins with what the one before has made of it.
    const mine = last.then(reload)
    last = mine.catch((error: unknown) => {
      log.error({ err: error }, 'the configuration was not reloaded; nothing has changed')
    })
    return mine
  }
}

function networkLines({ added, changed, removed }: NetworksChange): string[] {
  const named = (ones: readonly Named[]) =>
    ones.map(({ name, blockchain_id }) => `${name} (${blockchain_id})`).join(', ')
  return [
    ...(added.length > 0 ? [`Networks added: ${named(added)}`] : []),
    ...(changed.length > 0 ? [`Networks changed: ${named(changed.map(({ after }) => after))}`] : []),
    ...(removed.length > 0 ? [`Networks removed: ${named(removed)}`] : []),
  ]
}

/** `reload`: in the server that it reaches. */
export function reloadCommand(reload: Reload): AdminCommand {
  return {
    name: 'reload',
    async run(_args, terminal) {
      for (const line of await reload()) terminal.print(line)
      return 0
    },
  }
}
