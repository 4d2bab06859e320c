import type { Catalogue, Setting } from '@roundsman/alerting/catalogue'
import type { AdminCommand } from '../../platform/admin-command.ts'

/** `rules`: prints every alert setting, by type. */
export function rulesCommand(catalogue: Pick<Catalogue, 'settings'>): AdminCommand {
  return {
    name: 'rules',
    usage: '',
    summary:
      'Prints every alert setting: id, trigger, severity, target, how long it must hold, what it means.',
    run: (args, terminal) => {
      if (args.length > 0) {
        terminal.complain('Usage: rules')
        return Promise.resolve(2)
      }
      for (const [type, settings] of Object.entries(catalogue.settings('en'))) {
        terminal.print(type)
        for (const setting of settings) terminal.print(lineOf(setting))
      }
      return Promise.resolve(0)
    },
  }
}

/** Its parts between tabs. */
function lineOf({ id, trigger, severity, target_type, hold_seconds, name, description }: Setting): string {
  const hold = hold_seconds === 0 ? 'at once' : `after ${hold_seconds} s`
  return `  ${[id, trigger, severity, target_type, hold, name, description].join('\t')}`
}
