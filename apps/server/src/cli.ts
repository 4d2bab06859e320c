import { runCli } from './administration/run-cli.ts'
import { readEnvironment } from './platform/config/config.ts'
import { StartError } from './platform/errors.ts'

runCli(process.argv.slice(2), readEnvironment(), process.cwd(), {
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
