import { type Variable, variables } from './variables.ts'

/** What `--help` prints: every variable with its meaning, what it takes and its default. */
export function helpText(): string {
  const rows = Object.entries<Variable>(variables).map(([name, variable]) => {
    return `  ${name}\n      ${variable.meaning}\n      takes ${variable.takes}; default: ${variable.default}`
  })
  return `Roundsman watches the validators and bridges of proof-of-stake networks.\n\nEnvironment, read once at the start:\n${rows.join('\n')}\n`
}
