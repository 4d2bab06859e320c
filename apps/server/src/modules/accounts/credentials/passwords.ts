import { hash, verify } from '@node-rs/argon2'
import { createGate } from '../../../platform/gate.ts'
import type { Message } from '../../../platform/http/problem-error.ts'
import { fieldTexts } from '../users/account-texts.data.ts'
import { emailKey } from '../users/user.store.ts'
import { isLeaked } from './leaked-passwords.ts'

export interface PasswordCost {
  /** KiB. */
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** ASVS 5.0 appendix C: argon2id with at least 19 MiB, two passes. Argon2id is what the library takes by default. */
export const passwordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /**
   * Compares with a stored hash. Null (no such user, or one without a password) takes the same time and is false.
   * `outdated`: made at another cost than today's, so worth making anew.
   */
  verify(stored: string | null, password: string): Promise<{ ok: boolean; outdated: boolean }>
}

/**
 * Passwords are slow on purpose, so only two are worked on at once and 200 may wait: without that bound, logins
 * would be the cheapest way to stop the server. Throws GateFullError beyond.
 */
export function createPasswordHasher(cost: PasswordCost = passwordCost): PasswordHasher {
  const gate = createGate(2, 200)
  let dummy: Promise<string> | undefined
  const wanted = `m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}`
  return {
    hash: (password) => gate(() => hash(password, cost)),
    verify: async (stored, password) => {
      // Made on the first call whether it is needed or not, so that its making tells nobody anything.
      dummy ??= hash('nobody has this password', cost)
      const against = stored ?? (await dummy)
      const ok = await gate(() => verify(against, password))
      return { ok: ok && stored !== null, outdated: stored !== null && stored.split('$')[3] !== wanted }
    },
  }
}

/** What whoever guesses at passwords of this site tries first (A139, ASVS 6.1.2, 6.2.11). */
const contextWords = [
  ...[
    'roundsman',
    'validators?',
    'bridges?',
    'nodes?',
    'staking',
    'stakers?',
    'slashing',
    'jailed',
    'blockchain',
  ],
  ...['cosmos', 'celestia', 'althea', 'haqq', 'provenance', 'story', 'xrpl', 'mainnet', 'testnet', 'network'],
  ...['operators?', 'monitor(ing)?', 'alerts?', 'oncall', 'admin', 'administrator', 'member', 'owner', 'vip'],
  ...['password', 'passwd', 'pass', 'login', 'welcome', 'secret', 'my', 'the', 'and'],
]
const onlyContext = new RegExp(`^(${contextWords.join('|')})+$`)

/**
 * What is wrong with a new password, null if nothing. Length is the schema's business (8 to 128); beyond that only
 * what everybody tries first is refused: what was leaked, the user's own address (null: not known yet), and words of this
 * site with nothing but figures and signs around them; no mixture of characters is demanded (ASVS 6.2.4, 6.2.5, 6.2.11,
 * 6.2.12).
 */
export function passwordFault(password: string, email: string | null): Message | null {
  if (email !== null && emailKey(password) === emailKey(email)) return fieldTexts.passwordIsAddress
  if (onlyContext.test(password.toLowerCase().replaceAll(/\P{L}/gu, ''))) return fieldTexts.contextPassword
  return isLeaked(password) ? fieldTexts.leakedPassword : null
}
