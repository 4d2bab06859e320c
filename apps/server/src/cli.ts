import { runCli } from './administration/run-cli.ts'
import { build, buildLine } from './platform/build.ts'
import { readEnvironment } from './platform/config/config.ts'
import { StartError } from './platform/errors.ts'

const words = process.argv.slice(2)

if (words[0] === 'start') {
  // It reads what follows by itself.
  process.argv.splice(2, 1)
  await import('./main.ts')
} else if (words[0] === '--version') {
  console.log(buildLine(build))
} else {
  runCli(words, readEnvironment(), process.cwd(), {
    print: (text) => console.log(text),
    complain: (text) => console.error(text),
  }).then(
    (code) => {
      process.exitCode = code
    },
    (error: unknown) => {
      console.error(error instanceof StartError ? `roundsman: ${error.message}` : error)
      process.exitCode = 1
    },
  )
}
