import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { root } from './root.ts'

/**
 * Files that take long, the longest first. Vitest begins with what took longest the last time, but a fresh clone has no
 * last time, and then with what is longest to read: a file that starts processes, which is short to read, would begin
 * last and run alone at the end.
 */
export const longFiles: readonly string[] = [
  'apps/server/src/account-crash.test.ts',
  'apps/server/src/platform/db/embedded/embedded-database.test.ts',
  'apps/server/src/modules/accounts/sign-in/timing.once.test.ts',
  'apps/server/src/main.test.ts',
  'apps/server/src/fuzz.once.test.ts',
  'apps/server/src/platform/db/embedded/embedded-restart.test.ts',
  'apps/server/src/modules/watch/whole-path.test.ts',
  'apps/server/src/modules/watch/following/follower.test.ts',
  'apps/server/src/modules/notifications/dispatching/crash.test.ts',
  'apps/server/src/modules/watch/checking/check.command.test.ts',
  'apps/server/src/modules/watch/following/read-state.test.ts',
  'apps/server/src/administration/backup.test.ts',
  'apps/server/src/modules/watch/processes.test.ts',
  'apps/simnet/src/chain/history.test.ts',
  'realchain/src/simulated.test.ts',
  'apps/simnet/src/demo-networks.test.ts',
]

/** The order of test files: those of the list first, then as Vitest has it. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = longFiles.indexOf(path.relative(root, moduleId))
      return index === -1 ? longFiles.length : index
    }
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => place(one) - place(other))
  }
}
