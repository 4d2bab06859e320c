import type { AdminCommand, AdminTerminal } from '../platform/process/module.ts'
import { commandGroups } from './command-help.data.ts'

const helps = commandGroups.flatMap(({ commands }) => commands)

/** Runs the command that the words begin with and gives its exit code; 2 where none does. */
export async function runCommand(
  commands: readonly AdminCommand[],
  words: readonly string[],
  terminal: AdminTerminal,
): Promise<number> {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  if (!command) {
    // `cli.ts` has looked at the words before: this server is of another version.
    terminal.complain(`The running server does not know this command: ${words.join(' ')}`)
    return 2
  }
  const args = words.slice(command.name.split(' ').length)
  if (args.length > 0 && helps.find(({ name }) => name === command.name)?.usage === '') {
    terminal.complain(`Usage: ${command.name} (it takes no arguments)`)
    return 2
  }
  try {
    return await command.run(args, terminal)
  } catch (error) {
    terminal.complain(error instanceof Error ? error.message : String(error))
    return 1
  }
}
