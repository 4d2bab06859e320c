import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { AskingFailure } from './asking-failure.ts'

export interface AvatarsLog {
  /** What came of a question; `failures` in a row with it and `before` it, and the pause that follows. */
  asked(result: unknown, how: { failures: number; before: number; pauseMs: number }): void
}

/** Quiet: a server without the internet is no trouble, its validators only have letters in place of pictures. */
export function createAvatarsLog(log: Logger, metrics: Registry): AvatarsLog {
  const asked = new Counter({
    name: 'roundsman_avatar_lookups_total',
    help: 'Questions for pictures of validators by outcome.',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  return {
    asked(result, { failures, before, pauseMs }) {
      if (result instanceof AskingFailure) {
        asked.inc({ outcome: 'failed' })
        const said = { reason: result.message, pauseMs }
        const text = 'keybase does not answer; pictures of validators wait'
        if (failures === 1) log.info(said, text)
        else log.debug(said, text)
        return
      }
      asked.inc({ outcome: typeof result === 'string' ? result : 'found' })
      if (before > 0) log.info({ failures: before }, 'keybase answers again')
    },
  }
}
