import { OutboundError } from '../../../../platform/clients/guarded-fetch.ts'
import {
  acquireLease,
  type HeldLease,
  holdLease,
  releaseLease,
  renewLeases,
} from '../../../../platform/db/lease.ts'
import type { Loop } from '../../../../platform/loop.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { oneLine } from '../channel.ts'
import type { TelegramBot, TelegramReply } from './telegram-bot.ts'
import { keepNextUpdate, nextUpdate } from './telegram.store.ts'
import { Update, Updates } from './telegram-update.ts'

const leaseName = 'telegram'
/** How long Telegram holds a request open where there is nothing: less than a lease lives. */
const pollSeconds = 5
/** After an empty answer, however soon it came. */
const idleMs = 300
/** Another process asks. */
const standByMs = 2_000
/** Somebody else asks for the same bot, or Telegram is busy or down. */
const busyMs = 5_000
/** The token is refused, or updates go elsewhere, which only the operator can change. */
const refusedMs = 60_000

export interface TelegramUpdates {
  loop: Loop
  /** Gives the right to ask back, so that another process need not wait. After the loop has stopped. */
  release(): Promise<void>
}

/**
 * Asks for what people write and press at the site's bot: one process of all, by a lease. Each update is worked off before
 * the next one is asked for, and then never again; one whose process dies meanwhile is worked off once more, so `handle`
 * does no harm a second time.
 *
 * @param bot its number, by which is kept how far it was read
 * @param holder names this process among all
 */
export function createTelegramUpdates(
  { db, log, createLoop }: Pick<Platform, 'db' | 'log' | 'createLoop'>,
  { bot, api, holder }: { bot: string; api: TelegramBot; holder: string },
  handle: (update: Update, signal: AbortSignal) => Promise<void>,
): TelegramUpdates {
  let held: HeldLease | null = null
  let reported = ''

  /** Once for each change: a trouble that lasts would fill the log. */
  function report(trouble: string): void {
    if (trouble === reported) return
    reported = trouble
    if (trouble === '') log.info('updates of Telegram come again')
    else log.warn({ trouble }, 'no updates come from Telegram: chats cannot be linked and buttons do nothing')
  }

  /** The lease, if it is this process's. */
  async function keepLease(): Promise<HeldLease | null> {
    if (held !== null && (await renewLeases(db.orm, [held])).names.has(leaseName)) return held
    held = (await acquireLease(db.orm, leaseName, holder))?.held ?? null
    return held
  }

  /** Works updates off in order; ends early where another process has taken the lease. */
  async function workOff(updates: readonly unknown[], from: number | null, signal: AbortSignal) {
    for (const raw of updates) {
      const lease = await keepLease()
      if (lease === null || signal.aborted) return
      const { update_id: id, ...update } = Update.parse(raw)
      if (from !== null && id < from) continue
      await handle({ update_id: id, ...update }, signal)
      await db.transaction(async (tx) => {
        if (await holdLease(tx, lease)) await keepNextUpdate(tx, db.now, bot, id + 1)
      })
    }
  }

  /** How long to wait where no updates came, in ms. */
  function pauseAfter(reply: TelegramReply | null): number {
    const said = oneLine(reply?.description ?? 'the answer can’t be read')
    const code = reply?.error_code ?? 0
    report(`${code} ${said}`)
    const waitS = reply?.parameters?.retry_after
    if (waitS !== undefined) return waitS * 1000
    return code === 401 || code === 404 || (code === 409 && /webhook/i.test(said)) ? refusedMs : busyMs
  }

  const loop = createLoop({
    name: 'telegram-updates',
    everyMs: idleMs,
    pass: async (signal) => {
      if ((await keepLease()) === null) return standByMs
      const from = await nextUpdate(db, bot)
      try {
        const reply = await api.call(
          'getUpdates',
          {
            ...(from === null ? {} : { offset: from }),
            timeout: pollSeconds,
            allowed_updates: ['message', 'callback_query'],
          },
          signal,
        )
        const updates = reply?.ok === true ? Updates.safeParse(reply.result) : null
        if (!updates?.success) return pauseAfter(reply)
        report('')
        await workOff(updates.data, from, signal)
        return updates.data.length > 0 ? 0 : idleMs
      } catch (error) {
        if (!(error instanceof OutboundError) || signal.aborted) throw error
        report(error.message)
        return busyMs
      }
    },
  })
  return {
    loop,
    release: async () => {
      if (held !== null) await releaseLease(db.orm, held)
      held = null
    },
  }
}
