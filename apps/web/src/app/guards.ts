import type { Profile } from '@roundsman/contract/users'
import { sitePath } from '../data/site-path.ts'

/** Where to go instead; null means: stay. */
export type Detour = { to: '/login'; search: { next?: string } } | { href: string } | null

/** Pages for members: somebody who is not signed in goes to the sign-in page, which remembers where they wanted to go. */
export function membersOnly(user: Profile | null, wanted: string): Detour {
  if (user) return null
  return { to: '/login', search: wanted === '/' ? {} : { next: wanted } }
}

/** Pages for guests: somebody who is signed in goes where `next` says, or to the root. */
export function guestsOnly(user: Profile | null, next: string | undefined): Detour {
  return user ? { href: sitePath(next) } : null
}
