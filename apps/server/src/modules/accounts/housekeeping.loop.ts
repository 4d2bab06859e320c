import type { Loop } from '../../platform/loop.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountParts } from './account-parts.ts'
import { forgetTokens } from './credentials/token.store.ts'
import { forgetSignInStarts } from './identities/identity.store.ts'
import { pendingTotpMs } from './second-factor/manage-factors.ts'
import { forgetChallenges } from './second-factor/passkeys.ts'
import { forgetPendingTotp } from './second-factor/second-factor.store.ts'
import { forgetHalfSessions } from './sessions/half-sessions.ts'
import { forgetPhoneMessages } from './phones/phone.store.ts'
import { forgetRegistrations } from './sign-in/registration.store.ts'
import { forgetInvitations } from './teams/invitations.ts'
import { forgetNetworks } from './users/user.store.ts'

const everyMs = 10 * 60_000
const day = 24 * 60 * 60_000
/** Somewhere nobody signed in from for this long is a strange place again. */
const networkMemoryMs = 180 * day

/** Forgets what has run its time: sessions, registrations, tokens, invitations, tries, known network addresses. */
export function createHousekeeping(
  platform: Pick<Platform, 'createLoop' | 'clock' | 'db'>,
  parts: AccountParts,
): Loop {
  return platform.createLoop({
    name: 'accounts-housekeeping',
    everyMs,
    pass: async () => {
      const now = platform.clock.now()
      await parts.sessions.forgetDead()
      await parts.throttle.forget()
      await parts.audit.forget(platform.db.orm)
      await forgetTokens(platform.db.orm, new Date(now - day))
      await forgetRegistrations(platform.db.orm, new Date(now - day))
      await forgetPhoneMessages(platform.db.orm, new Date(now - 2 * day))
      await forgetSignInStarts(platform.db.orm, new Date(now - day))
      await forgetHalfSessions(platform.db.orm, new Date(now))
      await forgetChallenges(platform.db.orm, new Date(now))
      await forgetPendingTotp(platform.db.orm, new Date(now - pendingTotpMs))
      await forgetInvitations(platform.db.orm, now)
      await forgetNetworks(platform.db.orm, new Date(now - networkMemoryMs))
    },
  })
}
