import type { Logger } from 'pino'
import { troubleWriting } from '../db/embedded/data-directory.ts'
import type { CreateLoop, Loop } from '../loop.ts'

/** Blocks come every few seconds, and whoever makes room wants to see that it is enough. */
const everyMs = 5_000

/** Says when the disk of the embedded database takes nothing any more, once, and when it does again. */
export function createDiskWatch(
  directory: string,
  { createLoop, log }: { createLoop: CreateLoop; log: Logger },
): { loop: Loop; trouble(): string | null } {
  let known: string | null = null
  const loop = createLoop({
    name: 'disk',
    everyMs,
    async pass() {
      const trouble = await troubleWriting(directory)
      if (trouble !== null && trouble !== known)
        log.error({ reason: trouble }, 'nothing can be stored until this is mended')
      if (trouble === null && known !== null) log.info('the disk can be written to again')
      known = trouble
    },
  })
  return { loop, trouble: () => known }
}
