import * as z from 'zod/mini'
import { type Endpoint, guarded, Id, NoContent, withoutInput } from '../endpoint.ts'
import { Time } from '../networks/validators.ts'
import { PresentPasswordBody } from './accounts.ts'
import { Profile } from './users.ts'

/** What somebody proves beside their password: codes of an app, passkeys, recovery codes. */

/** Recovery codes that are made at once. */
export const recoveryCodeCount = 10
/** Passkeys of one user. */
export const mostPasskeys = 20

const Passkey = z.object({ id: z.int(), name: z.string(), created_at: Time, last_used_at: z.nullable(Time) })
export type Passkey = z.infer<typeof Passkey>
export const SecondFactors = z.object({
  totp: z.boolean(),
  /** The oldest first. */
  passkeys: z.array(Passkey),
  recovery_codes_left: z.int(),
})
export type SecondFactors = z.infer<typeof SecondFactors>

/** `secret` in Base32; `uri` is what apps read from a QR code. */
const TotpStart = z.object({ secret: z.string(), uri: z.string() })
/** Six digits, also with the gap that apps show between them. */
const TotpCode = z.string().check(z.trim(), z.regex(/^\d{3} ?\d{3}$/))
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** The password of whoever adds their first factor some time after the sign-in; it may be left out else. */
const ProofBody = z.nullish(z.strictObject(PresentPasswordBody.shape))

const Opaque = (length: number) => z.string().check(z.minLength(1), z.maxLength(length))
/** Bytes as base64url without padding. */
const Bytes = (length: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(length))
const Described = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn, as much of it as is used. */
const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Described),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('preferred'),
  }),
})
/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn; without credentials whoever asks signs in by any passkey. */
const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.enum(['required', 'preferred']),
  allowCredentials: z.array(Described),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

const credential = { id: Bytes(1400), rawId: Bytes(1400), type: z.literal('public-key') }
/** `RegistrationResponseJSON` of WebAuthn, without what the server does not look at. */
const CreatedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Opaque(8_192),
    attestationObject: Opaque(65_536),
    transports: z.exactOptional(z.array(z.string().check(z.regex(/^[\w-]{1,32}$/))).check(z.maxLength(16))),
  }),
})
/** `AuthenticationResponseJSON` of WebAuthn, likewise. */
const UsedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Opaque(8_192),
    authenticatorData: Opaque(8_192),
    signature: Opaque(8_192),
    /** Null as some browsers write it. */
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  }),
})
export type UsedPasskey = z.infer<typeof UsedPasskey>

/** Without control characters. */
const PasskeyName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^[^\u0000-\u001f\u007f]+$/))
const SecondFactorBody = z.union([
  z.object({ code: TotpCode }),
  z.object({ credential: UsedPasskey }),
  z.object({ recovery_code: Opaque(100) }),
])
export type SecondFactorBody = z.infer<typeof SecondFactorBody>

export const secondFactorEndpoints = {
  secondFactors: {
    ...withoutInput,
    method: 'GET',
    path: '/api/users/second-factors/',
    access: 'session',
    responses: { 200: SecondFactors },
    errors: [401],
  },
  startTotp: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/second-factors/totp/',
    access: 'session',
    body: ProofBody,
    responses: { 200: TotpStart },
    errors: [401, ...guarded],
  },
  confirmTotp: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/second-factors/totp/confirm/',
    access: 'session',
    body: z.object({ code: TotpCode }),
    responses: { 200: RecoveryCodes },
    errors: [401, ...guarded],
  },
  removeTotp: {
    ...withoutInput,
    method: 'DELETE',
    path: '/api/users/second-factors/totp/',
    access: 'session',
    responses: { 204: NoContent },
    errors: [401, 404, ...guarded],
    produces: 'nothing',
  },
  startPasskey: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/second-factors/passkeys/start/',
    access: 'session',
    body: ProofBody,
    responses: { 200: PasskeyCreation },
    errors: [401, ...guarded],
  },
  /** With `recovery_codes` where the user had none yet. */
  addPasskey: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/second-factors/passkeys/',
    access: 'session',
    body: z.object({ name: PasskeyName, credential: CreatedPasskey }),
    responses: { 201: z.extend(Passkey, { recovery_codes: z.nullable(z.array(z.string())) }) },
    errors: [401, ...guarded],
  },
  removePasskey: {
    ...withoutInput,
    method: 'DELETE',
    path: '/api/users/second-factors/passkeys/{id}/',
    access: 'session',
    params: z.object({ id: Id }),
    responses: { 204: NoContent },
    errors: [401, 404, ...guarded],
    produces: 'nothing',
  },
  makeRecoveryCodes: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/second-factors/recovery-codes/',
    access: 'session',
    responses: { 200: RecoveryCodes },
    errors: [401, 404, ...guarded],
  },
  /** The second step of a sign-in, or a factor given again by whoever is signed in. */
  loginSecondFactor: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/login/second-factor/',
    access: 'public',
    body: SecondFactorBody,
    responses: { 200: Profile },
    errors: [401, ...guarded],
  },
  /** For a sign-in without a password, for its second step, and for a factor given again. */
  startPasskeyLogin: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/login/passkey/start/',
    access: 'public',
    responses: { 200: PasskeyRequest },
    errors: [...guarded],
  },
  loginPasskey: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/login/passkey/',
    access: 'public',
    body: z.object({ credential: UsedPasskey }),
    responses: { 200: Profile },
    errors: [...guarded],
  },
} as const satisfies Record<string, Endpoint>
