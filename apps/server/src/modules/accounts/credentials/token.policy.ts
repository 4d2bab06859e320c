const hour = 60 * 60_000

/** A mailed link to set a password or to confirm an address works this long (A36). */
export const tokenValidMs = hour
/** A link to take an address back (A43): whoever lost it may read that mailbox once in a while only. */
export const undoValidMs = 72 * hour
/** A notice that nobody could deliver in a day comes too late to be of use. */
export const noticeUsefulMs = 24 * hour
/** Where somebody who lost a password asks for a new one. */
export const resetPage = '/reset-password'
/** A sign-in through a provider stands in for a password of one's own this long (A40). */
export const providerSignInMs = 10 * 60_000
