import type { QuietHours, QuietHoursBody, QuietWindow } from '@roundsman/contract/accounts/quiet-hours'
import { weekdays } from '@roundsman/contract/accounts/quiet-hours'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { Notifications } from '../../notifications/notifications.public.ts'
import { fieldTexts } from '../users/account-texts.data.ts'
import { isTimezone } from '../users/timezone.ts'
import { findQuietHours, nowMs, saveQuietHours } from './quiet-hours.store.ts'
import { isNeverLoud, quietUntil } from './quiet-time.policy.ts'

/** The quiet hours of the caller. What waits for their end is looked at again when they change (D167). */
export function addQuietHoursRoutes(
  server: HttpServer,
  db: Pick<Database, 'orm' | 'transaction' | 'now'>,
  { releaseWaiting }: Pick<Notifications, 'releaseWaiting'>,
): void {
  server.add('quietHours', async (_input, { caller: { userId } }) => ({
    status: 200,
    body: await viewOf(db.orm, db, userId),
  }))

  server.add('updateQuietHours', async ({ body }, { caller: { userId } }) => {
    refuse(body)
    const view = await db.transaction(async (tx) => {
      const { time_zone: timeZone, windows, break_through: breakThrough } = body
      await saveQuietHours(tx, { userId, timeZone, windows: windows.map(inOrder), breakThrough })
      await releaseWaiting(tx, userId)
      return viewOf(tx, db, userId)
    })
    return { status: 200, body: view }
  })
}

/** Each day once, as the week goes. */
function inOrder({ days, from, to }: QuietWindow): QuietWindow {
  return { days: weekdays.filter((day) => days.includes(day)), from, to }
}

function refuse({ time_zone, windows }: QuietHoursBody): void {
  if (time_zone !== null && !isTimezone(time_zone))
    throw new ProblemError('validation_failed', { errors: { time_zone: [fieldTexts.timezone] } })
  if (isNeverLoud(windows))
    throw new ProblemError('validation_failed', { errors: { windows: [fieldTexts.neverLoud] } })
}

/** @throws ProblemError where there is no such user any more */
async function viewOf(orm: Queryable, { now }: Pick<Database, 'now'>, userId: number): Promise<QuietHours> {
  const found = await findQuietHours(orm, userId)
  if (!found) throw new ProblemError('not_authenticated')
  const { timeZone, windows, breakThrough } = found.quiet
  const until = quietUntil(windows, timeZone ?? found.timezone, await nowMs(orm, now()))
  return {
    time_zone: timeZone,
    windows,
    break_through: breakThrough,
    is_quiet_until: until === null ? null : new Date(until).toISOString(),
  }
}
