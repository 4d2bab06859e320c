import type { AdminCommand, AdminTerminal } from '../platform/process/module.ts'

/** Runs the command that the words begin with and gives its exit code; 2 with the list where none does. */
export async function runCommand(
  commands: readonly AdminCommand[],
  words: readonly string[],
  terminal: AdminTerminal,
): Promise<number> {
  if (words.length === 0 || words[0] === 'help' || words[0] === '--help') {
    terminal.print(commandList([...commands, restoreHelp]))
    return words.length === 0 ? 2 : 0
  }
  const command = commands.find(({ name }) => startsWith(words, name.split(' ')))
  if (!command) {
    terminal.complain(`Unknown command: ${words.join(' ')}`)
    terminal.complain(commandList([...commands, restoreHelp]))
    return 2
  }
  try {
    return await command.run(words.slice(command.name.split(' ').length), terminal)
  } catch (error) {
    terminal.complain(error instanceof Error ? error.message : String(error))
    return 1
  }
}

/** It runs beside no server, so the list of a running one lacks it. */
const restoreHelp = {
  name: 'restore',
  usage: '<file>',
  summary: 'Restores a backup into an empty database; stop the server first.',
}

function commandList(commands: readonly Pick<AdminCommand, 'name' | 'usage' | 'summary'>[]): string {
  const lines = commands.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.trim()}\n      ${summary}`)
  return `npm run roundsman -- <command>\n${lines.join('\n')}`
}

function startsWith(words: readonly string[], start: readonly string[]): boolean {
  return start.every((word, index) => words[index] === word)
}
