import { abilitiesOf } from '@roundsman/contract/abilities'
import { subkey } from '../../platform/config/subkey.ts'
import type { Authenticate } from '../../platform/http/caller.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Notifications } from '../notifications/notifications.public.ts'
import { createAccountCookies } from './account-cookies.ts'
import type { AccountParts } from './account-parts.ts'
import { addAccountRoutes } from './accounts.routes.ts'
import { addAvatarRoutes } from './avatar/avatar.routes.ts'
import { addCredentialRoutes } from './credentials/credentials.routes.ts'
import { createCsrfTokens } from './csrf-token.ts'
import { createHousekeeping } from './housekeeping.loop.ts'
import { addIdentities } from './identities/add-identities.ts'
import { createPasswordHasher, type PasswordCost } from './password-hasher.ts'
import { addPhones } from './phones/add-phones.ts'
import { tellOfFailure } from './phones/tell-of-failure.ts'
import { addPreferenceRoutes } from './preferences.routes.ts'
import { createProtect, type Protect } from './protect.ts'
import { addSessionRoutes } from './sessions.routes.ts'
import { createSessions } from './sessions.ts'
import type { Sites } from './site-links.ts'
import { createThrottle } from './throttle.ts'
import { userCommands } from './user.commands.ts'
import { createRequestAuth } from './request-auth.ts'

export { cookieDomainFor } from './host.policy.ts'
export { confirmedContacts, contactChannelsOf, readerOf, readersById, readersOf } from './contact.store.ts'
export { maskedPhone } from './phones/phone-notice.ts'
export type { Protect } from './protect.ts'
export { sessionEndedChannel } from './sessions.ts'
export type { Sites } from './site-links.ts'

export interface Accounts {
  module: Module
  authenticate: Authenticate
  /** For every request, before anything else looks at it. */
  protect: Protect
  /** False as soon as the session has ended, in whatever way; `session_ended` hints at it at once. */
  sessionIsAlive(sessionId: number): Promise<boolean>
}

export interface AccountsDeps {
  notifications: Pick<Notifications, 'enqueueDelivery' | 'hasChannel' | 'reachedBudget' | 'onFailed'>
  /** Of the networks module. */
  sites: Sites
  /** Cheaper passwords for tests that are not about them. */
  passwordCost?: PasswordCost
}

/** Users, sessions, sign-in, and the rules of every request. */
export function createAccounts(platform: Platform, deps: AccountsDeps): Accounts {
  const { config, db, clock, ids } = platform
  const randomToken = (bytes: number) => ids.token(bytes)
  const csrf = createCsrfTokens({ key: subkey(config.secret, 'csrf'), randomToken })
  const cookies = createAccountCookies({ cookieDomain: config.cookieDomain, csrf, randomToken })
  const sessions = createSessions({ db, clock, ids })
  const authOf = createRequestAuth({ cookies, sessions })
  const parts: AccountParts = {
    db,
    clock,
    ids,
    audit: platform.log.child({ log: 'audit' }),
    hasher: createPasswordHasher(deps.passwordCost),
    sessions,
    throttle: createThrottle({ db, clock, subjectKey: subkey(config.secret, 'attempts') }),
    sites: deps.sites,
    enqueueDelivery: deps.notifications.enqueueDelivery,
  }
  // Here and not with the routes: a process that only sends must know of it too.
  deps.notifications.onFailed((tx, failed) => tellOfFailure(tx, parts, failed))
  return {
    module: {
      name: 'accounts',
      routes: (server) => {
        const own = { parts, cookies, authOf }
        addAccountRoutes(server, own)
        addCredentialRoutes(server, own)
        addSessionRoutes(server, own)
        addAvatarRoutes(server, own)
        addPreferenceRoutes(server, own)
        addPhones(server, platform, parts, deps.notifications)
        addIdentities(server, platform, { parts, cookies, authOf })
      },
      loops: [{ role: 'web', loop: createHousekeeping(platform, parts) }],
      commands: userCommands(parts),
    },
    authenticate: async (request) => {
      const { session } = await authOf(request)
      if (!session) return null
      return {
        userId: session.user.id,
        sessionId: session.sessionId,
        abilities: abilitiesOf(session.groups),
        language: session.user.language,
      }
    },
    protect: createProtect({ authOf, cookies, csrf, domains: () => deps.sites.domains() }),
    sessionIsAlive: (sessionId) => sessions.isAlive(sessionId),
  }
}
