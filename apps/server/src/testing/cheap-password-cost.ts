import type { PasswordCost } from '../modules/accounts/credentials/passwords.ts'

/** The least that argon2 takes: for tests that are not about passwords. */
export const cheapPasswordCost: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
