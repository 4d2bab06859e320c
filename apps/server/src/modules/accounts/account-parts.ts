import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Notifications } from '../notifications/notifications.public.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { Sessions } from './sessions.ts'
import type { Sites } from './site-links.ts'
import type { Throttle } from './throttle.ts'

/** What the services of this module are made from. */
export interface AccountParts {
  db: Database
  clock: Clock
  ids: Ids
  /** Of security events: who, what, from where; no password, token or session id ever. */
  audit: Logger
  hasher: PasswordHasher
  sessions: Sessions
  throttle: Throttle
  sites: Sites
  enqueueDelivery: Notifications['enqueueDelivery']
}
