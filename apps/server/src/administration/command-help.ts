import { type CommandHelp, commandGroups } from './command-help.data.ts'

/** What is printed instead of running a command. */
export interface HelpAnswer {
  text: string
  /** 0: it was asked for; 2: the words are no command. */
  code: 0 | 2
}

const all: readonly CommandHelp[] = commandGroups.flatMap(({ commands }) => commands)

/**
 * What to answer where the words ask for help or are no command; null: they are one. Looks at nothing but the words: no
 * environment, no file, no server.
 */
export function helpFor(words: readonly string[]): HelpAnswer | null {
  const [first] = words
  if (first === undefined) return { text: listText(), code: 2 }
  const asked = first === 'help' || words.includes('--help') || words.includes('-h')
  const named = first === 'help' ? words.slice(1) : words
  const command = all.find(({ name }) => startsWith(named, name.split(' ')))
  if (command && !asked) return null
  if (command) return { text: commandText(command), code: 0 }
  const [word = ''] = named.filter((one) => !one.startsWith('-'))
  if (asked && word === '') return { text: listText(), code: 0 }
  const group = all.filter(({ name }) => name.startsWith(`${word} `))
  if (group.length > 0 && (asked || named.length === 1)) {
    return { text: `Usage:\n${group.map(lineOf).join('\n')}\n`, code: asked ? 0 : 2 }
  }
  const others = group.length > 0 ? group : all
  const names = others.map(({ name }) => name).join(', ')
  return {
    text: `Unknown command: ${named.join(' ')}\nCommands: ${names}\nroundsman --help says what each of them does.`,
    code: 2,
  }
}

function listText(): string {
  const groups = commandGroups.map(({ title, commands }) => `${title}\n${commands.map(lineOf).join('\n')}\n`)
  return `Roundsman watches the validators and bridges of proof-of-stake networks, and alerts those who run them.

Usage: roundsman <command> [arguments]
In a checkout of the source: npm run roundsman -- <command> [arguments]

${groups.join('\n')}
  --version
      Prints version, commit and time of this program.

roundsman <command> --help says more about a command, roundsman start --help lists the variables of the environment.

All but start go to the server that runs on the same data directory, or work on its database while none runs: run them
as the same user, in the same directory, and with the same environment as the server.
Exit code: 0 done, 1 failed, 2 not understood.
`
}

function lineOf({ name, usage, summary }: CommandHelp): string {
  return `  ${`${name} ${usage}`.trim()}\n      ${summary}`
}

function commandText({ name, usage, summary, details, example }: CommandHelp): string {
  const paragraphs = [
    `Usage: roundsman ${`${name} ${usage}`.trim()}`,
    details === undefined ? summary : `${summary}\n${details}`,
    ...(example === undefined ? [] : [`Example: ${example}`]),
    'Exit code: 0 done, 1 failed, 2 not understood.',
  ]
  return `${paragraphs.join('\n\n')}\n`
}

function startsWith(words: readonly string[], start: readonly string[]): boolean {
  return start.every((word, index) => words[index] === word)
}
