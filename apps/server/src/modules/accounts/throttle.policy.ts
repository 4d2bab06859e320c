const minute = 60_000

export interface Limit {
  /** So many within `windowMs`; the next one has to wait. */
  count: number
  windowMs: number
}

/** Failed logins for one e-mail address, from anywhere (A21). */
export const loginFailures: Limit = { count: 10, windowMs: 10 * minute }
/** From one network address, which many may share; well above what the contract guarantees: 30, 10 (A24). */
export const networkLimits: Readonly<Record<'login' | 'register' | 'confirm' | 'reset', Limit>> = {
  login: { count: 120, windowMs: minute },
  register: { count: 60, windowMs: minute },
  confirm: { count: 120, windowMs: minute },
  reset: { count: 60, windowMs: minute },
}
/** Mails that anybody may cause to one address (A25). */
export const registrationMails: Limit = { count: 10, windowMs: 60 * minute }
/** Changes of their address that one user may ask for (A47). */
export const emailChanges: Limit = { count: 10, windowMs: 60 * minute }
/** Tries at the password of one registration from another browser (A12). */
export const confirmTries = 10

/** Seconds until one more is allowed, at least 1; null if it is allowed now. `moments` are oldest first. */
export function secondsToWait(moments: readonly Date[], limit: Limit, now: number): number | null {
  const inWindow = moments.filter((moment) => moment.getTime() > now - limit.windowMs)
  const oldest = inWindow.at(-limit.count)
  if (inWindow.length < limit.count || !oldest) return null
  return Math.max(1, Math.ceil((oldest.getTime() + limit.windowMs - now) / 1000))
}
