import type { Authenticate, HttpHooks } from '../../platform/http/http-server.ts'
import type { Module, PersonalData } from '../../platform/process/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { subkey } from '../../platform/config/secrets.ts'
import { sealedTotp } from './second-factor/factors.ts'
import { createTextSeal, sealingOf } from '../../platform/config/text-seal.ts'
import type { Notifications } from '../notifications/notifications.public.ts'
import type { AccountParts, JoinListener, Sites, TeamListener } from './account-parts.ts'
import { addAuditRoutes } from './audit/audit.routes.ts'
import { createAuditTrail, type AuditTrail } from './audit/audit-trail.ts'
import { addContactRoutes } from './contacts/contacts.routes.ts'
import { reportBroken } from './contacts/report-broken.ts'
import { addCredentialRoutes } from './credentials/credentials.routes.ts'
import { createPasswordHasher, type PasswordCost } from './credentials/passwords.ts'
import { createHousekeeping } from './housekeeping.loop.ts'
import { addIdentityRoutes } from './identities/identities.routes.ts'
import { addPhoneRoutes } from './phones/phones.routes.ts'
import { reportFailure } from './phones/phones.ts'
import { reportUsedUp } from './phones/report-used-up.ts'
import { addProfileRoutes } from './profile/profile.routes.ts'
import { addSecondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { createAccountCookies, createCsrfTokens } from './sessions/account-cookies.ts'
import { createProtect, type Protect } from './sessions/protect.ts'
import { callerOf, createRequestAuth } from './sessions/request-auth.ts'
import { addSessionRoutes } from './sessions/sessions.routes.ts'
import { changesCallers } from './sessions/session.store.ts'
import { createSessions } from './sessions/sessions.ts'
import { addSignInRoutes } from './sign-in/sign-in.routes.ts'
import { addQuietHoursRoutes } from './quiet-hours/quiet-hours.routes.ts'
import { addTeamRoutes } from './teams/teams.routes.ts'
import { userCommands } from './user.commands.ts'
import { createThrottle } from './users/throttle.ts'

export { originOf, type AuditTrail } from './audit/audit-trail.ts'
export { maskedPhone } from './phones/phones.ts'
export { everybodysFavourites, favouriteValidators } from './profile/preference.store.ts'
export { quietUntil } from './quiet-hours/quiet-time.policy.ts'
export { cookieDomainFor, hostName } from './sessions/account-cookies.ts'
export {
  changeableOwner,
  type Owner,
  type Owners,
  readableOwner,
  readableOwners,
  readerIdOf,
  requireChangeable,
} from './teams/team-access.ts'
export { readTeam } from './teams/teams.ts'
export { sessionEndedChannel } from './sessions/sessions.ts'
export {
  confirmedContacts,
  contactChannelsOf,
  maskedAddress,
  readerOf,
  readersById,
  readersOf,
  readingOwners,
  mailboxes,
  phonesOf,
  teamMembers,
  teamNames,
  teamReaders,
  teamVoices,
  userNames,
} from './users/contact.store.ts'
export { fieldTexts } from './users/account-texts.data.ts'
export { isTimezone } from './users/timezone.ts'
export { userIdOf } from './users/user.store.ts'

export interface Accounts {
  module: Module
  /** For every request, before the database is asked anything. */
  rememberedSession: HttpHooks['rememberedSession']
  authenticate: Authenticate
  /** For every request, before anything else looks at it. */
  protect: Protect
  /** Calls what else has to happen when somebody joins a team, in the same transaction. */
  onJoined(listener: JoinListener): void
  /** Calls what else has to happen before a team is deleted, in the same transaction. */
  onTeamDeleted(listener: TeamListener): void
  /** False as soon as the session has ended, in whatever way; `session_ended` hints at it at once. */
  sessionIsAlive(sessionId: number): Promise<boolean>
  audit: AuditTrail
}

interface AccountsDeps {
  notifications: Pick<
    Notifications,
    | 'enqueueDelivery'
    | 'hasChannel'
    | 'reachedBudget'
    | 'onFailed'
    | 'onUsedUp'
    | 'contacts'
    | 'releaseWaiting'
  >
  /** Of the networks module. */
  sites: Sites
  /** What other modules keep of users; asked once all are there. */
  personalData: () => readonly PersonalData[]
  /** Cheaper passwords for tests that are not about them. */
  passwordCost?: PasswordCost
}

/** Users, sessions, sign-in, and the rules of every request. */
export function createAccounts(platform: Platform, deps: AccountsDeps): Accounts {
  const { config, db, clock, ids } = platform
  const randomToken = (bytes: number) => ids.token(bytes)
  const csrf = createCsrfTokens(subkey(config.secret, 'csrf'), randomToken)
  const cookies = createAccountCookies(config.cookieDomain, csrf, randomToken)
  const sessions = createSessions(db, clock, ids, config.factorGroups.length > 0)
  const auths = createRequestAuth(
    cookies,
    sessions,
    clock,
    db.watchChanges(changesCallers),
    config.factorGroups,
  )
  const { authOf } = auths
  const securityLog = platform.log.child({ log: 'audit' })
  const audit = createAuditTrail(securityLog, clock)
  const parts: AccountParts = {
    db,
    clock,
    ids,
    audit,
    securityLog,
    hasher: createPasswordHasher(deps.passwordCost),
    sessions,
    throttle: createThrottle(db, clock, subkey(config.secret, 'attempts')),
    cookies,
    cookieDomain: config.cookieDomain,
    seal: createTextSeal(sealingOf(config, randomToken)),
    factorGroups: config.factorGroups,
    authOf,
    sites: deps.sites,
    enqueueDelivery: deps.notifications.enqueueDelivery,
    releaseWaiting: deps.notifications.releaseWaiting,
    joinListeners: [],
    teamListeners: [],
  }
  // Here and not with the routes: a process that only sends must know of it too.
  deps.notifications.onFailed((tx, failed) => reportFailure(tx, parts, failed))
  deps.notifications.onUsedUp((tx, budget) => reportUsedUp(tx, parts, budget))
  deps.notifications.onFailed((tx, failed) => reportBroken(tx, parts, deps.notifications.contacts, failed))
  return {
    module: {
      name: 'accounts',
      sealed: [sealedTotp],
      routes: (server) => {
        addSignInRoutes(server, parts)
        addCredentialRoutes(server, parts)
        addSecondFactorRoutes(server, parts)
        addSessionRoutes(server, parts)
        addAuditRoutes(server, parts)
        addProfileRoutes(server, parts, deps.personalData)
        addPhoneRoutes(server, platform.config, parts, deps.notifications)
        addContactRoutes(server, parts, deps.notifications.contacts)
        addQuietHoursRoutes(server, db, deps.notifications)
        addIdentityRoutes(server, platform, parts)
        addTeamRoutes(server, parts)
      },
      loops: [{ role: 'web', loop: createHousekeeping(platform, parts) }],
      commands: userCommands(parts, deps.personalData),
    },
    rememberedSession: auths.rememberedSession,
    authenticate: (request) =>
      auths.knownCaller(request) ??
      authOf(request).then(({ session }) => session && callerOf(session, config.factorGroups)),
    protect: createProtect(auths, cookies, csrf, deps.sites),
    audit,
    onJoined: (listener) => void parts.joinListeners.push(listener),
    onTeamDeleted: (listener) => void parts.teamListeners.push(listener),
    sessionIsAlive: (sessionId) => sessions.isAlive(sessionId),
  }
}
