import type { Module } from '../platform/process/module.ts'
import { runCommand } from './run-command.ts'

/** Makes a confirmed account by the command for it, in the group that the command gives unless one is named. */
export function createUser(
  modules: readonly Pick<Module, 'commands'>[],
  email: string,
  password: string,
  group?: string,
): Promise<void> {
  const groups = group === undefined ? [] : ['--group', group]
  return runCommand(modules, 'user create', [email, '--password', password, ...groups])
}
