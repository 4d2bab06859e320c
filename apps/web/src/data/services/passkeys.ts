import type {
  secondFactorEndpoints,
  PasskeyRequest,
  UsedPasskey,
} from '@roundsman/contract/accounts/second-factor'
import type { AnswerOf, BodyOf } from '@roundsman/contract/endpoint'
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { knowsPasskeys } from '../browser/browser.ts'

/** Passkeys that this account has are on this device already. */
export class PasskeyThereError extends Error {
  override readonly name = 'PasskeyThereError'
}

type Creation = AnswerOf<typeof secondFactorEndpoints.startPasskey>
type Created = BodyOf<typeof secondFactorEndpoints.addPasskey>['credential']

/**
 * Has the browser make a passkey; null where its user would rather not, or took too long.
 * @throws PasskeyThereError
 */
export async function makePasskey(options: Creation): Promise<Created | null> {
  try {
    return await startRegistration({ optionsJSON: options })
  } catch (error) {
    if (causeOf(error) === 'InvalidStateError')
      throw new PasskeyThereError('Its authenticator has one already.')
    return leftOr(error)
  }
}

/**
 * Has the browser use a passkey; null where its user would rather not, or took too long.
 * @param among offered among what the browser fills the e-mail field with, until one is chosen; else at once
 */
export async function presentPasskey(
  options: PasskeyRequest,
  among: 'autofill' | 'all',
): Promise<UsedPasskey | null> {
  try {
    return await startAuthentication({ optionsJSON: options, useBrowserAutofill: among === 'autofill' })
  } catch (error) {
    return leftOr(error)
  }
}

/** Whether passkeys can be offered in the list that the browser opens at the e-mail field. */
export async function fillsPasskeysIn(): Promise<boolean> {
  return knowsPasskeys() && browserSupportsWebAuthnAutofill()
}

/** Ends what waits for a choice at the e-mail field. */
export function stopPasskeys(): void {
  WebAuthnAbortService.cancelCeremony()
}

/** The library puts errors of its own around those of the browser. */
function causeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.cause === undefined) return cause.name
  }
  return ''
}

function leftOr(error: unknown): null {
  if (['NotAllowedError', 'AbortError'].includes(causeOf(error))) return null
  throw error
}
