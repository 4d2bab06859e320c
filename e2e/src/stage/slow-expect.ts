import { expect as plain } from '@playwright/test'

/** Also outside a suite, whose configuration says how long to wait. */
export const expect = plain.configure({ timeout: 30_000 })
