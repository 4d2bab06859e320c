import type { Module } from '../platform/process/module.ts'

/**
 * Runs one administration command of these modules, as an operator would.
 * @throws Error with what it complained of where its exit code is not 0
 */
export async function runCommand(
  modules: readonly Pick<Module, 'commands'>[],
  name: string,
  args: readonly string[],
): Promise<void> {
  const command = modules.flatMap(({ commands }) => commands ?? []).find((one) => one.name === name)
  if (!command) throw new Error(`there is no command ${name}`)
  const complaints: string[] = []
  const code = await command.run(args, {
    print: () => undefined,
    complain: (line) => complaints.push(line),
  })
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${complaints.join('\n')}`)
}
