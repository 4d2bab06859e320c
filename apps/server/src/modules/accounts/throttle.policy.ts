const minute = 60_000

export interface Limit {
  /** So many within `windowMs`; the next one has to wait. */
  count: number
  windowMs: number
}

/** Failed logins for one e-mail address, from anywhere (T1). */
export const loginFailures: Limit = { count: 10, windowMs: 10 * minute }
/** From one network address, which many may share; well above what the contract guarantees: 30, 10 (T4). */
export const networkLimits: Readonly<Record<'login' | 'register' | 'confirm' | 'reset', Limit>> = {
  login: { count: 120, windowMs: minute },
  register: { count: 60, windowMs: minute },
  confirm: { count: 120, windowMs: minute },
  reset: { count: 60, windowMs: minute },
}
/** Mails that anybody may cause to one address (T5). */
export const registrationMails: Limit = { count: 10, windowMs: 60 * minute }
/** Changes of their address that one user may ask for (T8). */
export const emailChanges: Limit = { count: 10, windowMs: 60 * minute }
/** Tries at the password of one registration from another browser (R5). */
export const confirmTries = 10

/** Seconds until one more is allowed, at least 1; null if it is allowed now. `moments` are oldest first. */
export function secondsToWait(moments: readonly Date[], limit: Limit, now: number): number | null {
  const inWindow = moments.filter((moment) => moment.getTime() > now - limit.windowMs)
  const oldest = inWindow.at(-limit.count)
  if (inWindow.length < limit.count || !oldest) return null
  return Math.max(1, Math.ceil((oldest.getTime() + limit.windowMs - now) / 1000))
}
