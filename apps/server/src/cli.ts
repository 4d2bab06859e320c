import { helpFor } from './administration/command-help.ts'
import { build, buildLine } from './platform/build.ts'
import { readEnvironment } from './platform/config/config.ts'
import { StartError } from './platform/errors.ts'

const words = process.argv.slice(2)
const help = helpFor(words)

if (words[0] === '--version') {
  console.log(buildLine(build))
} else if (words[0] === 'start') {
  // It reads what follows by itself.
  process.argv.splice(2, 1)
  await import('./main.ts')
} else if (help) {
  if (help.code === 0) console.log(help.text)
  else console.error(help.text)
  process.exitCode = help.code
} else {
  await runAdministration()
}

async function runAdministration(): Promise<void> {
  try {
    const { runCli } = await import('./administration/run-cli.ts')
    process.exitCode = await runCli(words, readEnvironment(), process.cwd(), {
      print: (text) => console.log(text),
      complain: (text) => console.error(text),
    })
  } catch (error) {
    console.error(error instanceof StartError ? `roundsman: ${error.message}` : error)
    process.exitCode = 1
  }
}
