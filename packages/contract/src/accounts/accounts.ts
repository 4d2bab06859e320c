import * as z from 'zod/mini'
import { Decimal, Id } from '../endpoint.ts'
import { Email, NewPassword, Phone, Profile } from './users.ts'

/** Bodies and answers of the calls about accounts beyond registration, login and profile. */

const OldPassword = z.string().check(z.minLength(1), z.maxLength(1024))
const MailedToken = z.string().check(z.minLength(1), z.maxLength(200))

export const ResetPasswordBody = z.object({
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
})
export const ResetPasswordConfirmBody = z.object({ token: MailedToken, password: NewPassword })
export const PasswordChangeBody = z.object({
  /** Left out by users without a password of their own, within ten minutes of a sign-in with their provider. */
  old_password: z.optional(OldPassword),
  new_password: NewPassword,
})
export const EmailChangeBody = z.object({
  email: Email,
  /** As `old_password` above. */
  password: z.optional(OldPassword),
})
export const DeleteAccountBody = z.object({
  /** As `old_password` above. */
  password: z.optional(OldPassword),
})
/** Everything that is kept of a user, without secrets; its parts are named by who keeps them. */
export const AccountExport = z.looseObject({ exported_at: z.string(), profile: Profile })
export const EmailChangeConfirmBody = z.object({ token: MailedToken })
export const EmailChanged = z.object({ email: z.string() })

export const GoogleStart = z.object({
  state: z.string(),
  nonce: z.string(),
  /**
   * Where a redirect goes. The page adds `code_challenge` and `code_challenge_method=S256` of a verifier that it made
   * and keeps; everything else is in it.
   */
  authorization_url: z.string(),
})
const Opaque = (length: number) => z.string().check(z.minLength(1), z.maxLength(length))
/** An ID token from the provider's script, or what came back to `/login/callback`. */
export const GoogleBody = z.union([
  z.object({ credential: Opaque(16_384) }),
  z.object({
    code: Opaque(4096),
    redirect_uri: Opaque(2048),
    /** RFC 7636: 43 to 128 unreserved characters. */
    code_verifier: z.string().check(z.regex(/^[\w.~-]{43,128}$/)),
    state: Opaque(512),
  }),
])

export const PhoneBody = z.object({ phone: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)) })
const UserPhoneId = z.int().check(z.minimum(0), z.maximum(2_147_483_647))
export const PhoneIdBody = z.object({ user_phone_id: UserPhoneId })
export const PhoneIdParams = z.object({ user_phone_id: Id })
export const PhoneConfirmBody = z.object({
  user_phone_id: UserPhoneId,
  code: z.string().check(z.trim(), z.regex(/^\d{6}$/)),
})
/** `resend_after`: when another code may be asked for. */
export const NewPhone = z.object({ ...Phone.shape, resend_after: z.string() })
export const Resent = z.object({ resend_after: z.string() })

export const Session = z.object({
  id: z.int(),
  current: z.boolean(),
  created_at: z.string(),
  last_seen_at: z.string(),
  ip: z.string(),
  user_agent: z.string(),
})
export const SessionsList = z.object({ sessions: z.array(Session) })
export const SessionParams = z.object({ id: Id })

/** A way to sign in through a provider. `issuer` is its host; `email` what the provider last said, if it did. */
export const SignInMethod = z.object({
  id: z.int(),
  issuer: z.string(),
  email: z.nullable(z.string()),
  linked_at: z.string(),
})
/** `addable`: host of the site's provider where the user has no identity yet, for a button that adds one. */
export const SignInMethods = z.object({ methods: z.array(SignInMethod), addable: z.nullable(z.string()) })
export const SignInMethodParams = z.object({ id: Id })
/** As `old_password` above. */
export const PresentPasswordBody = z.object({ password: z.optional(OldPassword) })

/** What messages can go through, as the API calls it; of an entry, in this order. */
export const notificationChannels = [
  'SMS',
  'VOICE',
  'EMAIL',
  'TELEGRAM',
  'DISCORD',
  'SLACK',
  'PAGERDUTY',
  'WEBHOOK',
  'NTFY',
  'WEB_PUSH',
  'MATRIX',
  'PUSHOVER',
  'GOTIFY',
] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** What messages can go through on this site. */
export const Channels = z.object({
  channels: z.array(
    z.object({
      channel: z.enum(notificationChannels),
      is_available: z.boolean(),
      /** Of one whose contacts users give: the caller has one that is confirmed. */
      has_contact: z.optional(z.boolean()),
      /** Of what costs money: how many the caller may still get today, and when there is one again where there is none. */
      left_today: z.optional(z.int().check(z.minimum(0))),
      none_until: z.optional(z.iso.datetime()),
      /** How many more there are for the gravest alone. */
      kept_today: z.optional(z.int().check(z.minimum(0))),
      /** Of WEB_PUSH: the key with which a browser subscribes, base64url. */
      application_server_key: z.optional(z.string()),
    }),
  ),
})

const FavouriteValidator = z.object({
  blockchain_id: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
  validator_id: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
})
const TableName = z.string().check(z.minLength(1), z.maxLength(64))
/** Questions that an account keeps as not to be asked again. */
export const mostDismissed = 64
/** What a user chose on the screens, kept for all their devices. */
export const Preferences = z.object({
  favourite_validators: z.array(FavouriteValidator).check(z.maxLength(2000)),
  tables: z
    .record(TableName, z.object({ columns: z.array(TableName).check(z.maxLength(64)) }))
    .check(z.refine((tables) => Object.keys(tables).length <= 64)),
  /** Questions of the page that the user does not want to be asked again; there is no field while there are none. */
  dismissed: z.optional(z.array(TableName).check(z.maxLength(mostDismissed))),
})
export type Preferences = z.infer<typeof Preferences>

/** Widths of the pictures that are kept, in CSS pixels times the device's ratio (next/image's `imageSizes`). */
export const avatarWidths = [16, 32, 48, 64, 96, 128, 256, 384] as const
/** `name` is a digest of the picture. `avatar` of the profile is the address of one width; the others differ in it. */
export const AvatarParams = z.object({
  name: z.string().check(z.regex(/^[\w-]{43}$/)),
  width: z.pipe(Decimal, z.literal(avatarWidths)),
})

/** Largest picture that may be uploaded, in bytes. */
export const avatarMaxBytes = 5 * 1024 * 1024
