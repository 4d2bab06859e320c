import type { AdminCommand, AdminTerminal } from '../platform/process/module.ts'

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
  try {
    return await command.run(words.slice(command.name.split(' ').length), terminal)
  } catch (error) {
    terminal.complain(error instanceof Error ? error.message : String(error))
    return 1
  }
}
