import { parseArgs } from 'node:util'
import type { Catalogue, Setting } from '@roundsman/alerting/catalogue'
import { replayBounds } from '@roundsman/contract/alert-actions'
import type { AdminCommand, AdminTerminal } from '../../platform/admin-command.ts'
import type { Networks } from '../networks/networks.public.ts'
import { printReplay, type ReplayReportDeps } from './replay/replay-report.ts'

export interface RulesDeps extends ReplayReportDeps {
  catalogue: Pick<Catalogue, 'settings' | 'setting'>
  networks: Pick<Networks, 'byId'>
}

const usage = '[--replay <blockchain id> [--days 1…7]]'

/** `rules`: prints every alert setting, by type; or how often each would have called. */
export function rulesCommand(deps: RulesDeps): AdminCommand {
  return {
    name: 'rules',
    usage,
    summary:
      'Prints every alert setting: id, trigger, severity, target, how long it must hold, what it means. With --replay: how often each would have called on a network, for every validator, and when.',
    async run(args, terminal) {
      const asked = readArgs(args)
      if (asked === null) {
        terminal.complain(`Usage: rules ${usage}`)
        return 2
      }
      if (asked.replay === null) {
        printSettings(deps.catalogue, terminal)
        return 0
      }
      const network = deps.networks.byId(asked.replay)
      if (network === null) {
        terminal.complain(`No network of the catalogue has the id ${asked.replay}.`)
        return 1
      }
      await printReplay(deps, { network, days: asked.days }, terminal)
      return 0
    },
  }
}

/** null: it was used wrongly. `replay` null: none is asked for. */
function readArgs(args: readonly string[]): { replay: number | null; days: number } | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { replay: { type: 'string' }, days: { type: 'string' } },
    })
    if (values.replay === undefined) return values.days === undefined ? { replay: null, days: 0 } : null
    const [replay, days] = [wholeNumber(values.replay), wholeNumber(values.days ?? String(replayBounds.days))]
    return replay === null || days === null || days < 1 || days > replayBounds.days ? null : { replay, days }
  } catch {
    return null
  }
}

function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

function printSettings(catalogue: Pick<Catalogue, 'settings'>, terminal: AdminTerminal): void {
  for (const [type, settings] of Object.entries(catalogue.settings('en'))) {
    terminal.print(type)
    for (const setting of settings) terminal.print(lineOf(setting))
  }
}

/** Its parts between tabs. */
function lineOf({ id, trigger, severity, target_type, hold_seconds, name, description }: Setting): string {
  const hold = hold_seconds === 0 ? 'at once' : `after ${hold_seconds} s`
  return `  ${[id, trigger, severity, target_type, hold, name, description].join('\t')}`
}
