import { StartError } from '../start-error.ts'
import { type Values, type Variable, type VariableName, variables } from './variables.ts'

type Environment = Readonly<Record<string, string | undefined>>

const names = Object.keys(variables) as VariableName[]

/** The variables that are set, checked one by one; an empty one counts as unset. Throws one message about the first that is wrong. */
export function readValues(environment: Environment): Values {
  for (const name of Object.keys(environment)) {
    if (name.startsWith('ROUNDSMAN_') && !names.includes(name as VariableName))
      throw new StartError(
        `${name} is not a variable of Roundsman${suggestion(name)}. \`--help\` lists them all.`,
      )
  }
  const values: Partial<Record<VariableName, unknown>> = {}
  for (const name of names) {
    const got = environment[name]
    if (got === undefined || got === '') continue
    const variable: Variable = variables[name]
    const result = variable.schema.safeParse(got)
    if (!result.success)
      throw new StartError(`${name} is ${shown(variable, got)}; it takes ${variable.takes}.`)
    values[name] = result.data
  }
  return values as Values
}

/** The value as a message may show it. */
export function shown(variable: Variable, got: string): string {
  if (variable.secret) return `a value of ${got.length} characters (not shown)`
  return JSON.stringify(got.length > 100 ? `${got.slice(0, 100)}…` : got)
}

function suggestion(wrong: string): string {
  const near = names.find((name) => sameLetters(name, wrong))
  return near === undefined ? '' : ` (is ${near} meant?)`
}

/** Names that differ by order, case, an underscore or one letter too many. */
function sameLetters(a: string, b: string): boolean {
  const letters = (name: string) => [...name.toUpperCase().replaceAll('_', '')].sort().join('')
  return letters(a) === letters(b)
}
