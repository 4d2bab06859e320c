import * as z from 'zod/mini'
import { Ability } from './abilities.ts'

/** Bounds that form and server share. 254 is the longest address SMTP can carry (RFC 5321). */
const emailMaxLength = 254
export const passwordMinLength = 8
const passwordMaxLength = 128
const nameMaxLength = 80

/**
 * Seconds before a page offers to send a mail of a registration or a password reset again. The answer says it as
 * `Retry-After`, more once the address has had its share of the hour.
 */
export const mailAgainSeconds = 60

export const languages = ['en', 'ru', 'uk'] as const
export type Language = (typeof languages)[number]

export const Email = z.string().check(z.trim(), z.maxLength(emailMaxLength), z.email())
export const NewPassword = z.string().check(z.minLength(passwordMinLength), z.maxLength(passwordMaxLength))
const Name = z.string().check(z.trim(), z.maxLength(nameMaxLength))
const MailedToken = z.string().check(z.minLength(1), z.maxLength(200))

export const RegisterBody = z.object({ email: Email, password: NewPassword, first_name: z.optional(Name) })
export const RegisterConfirmBody = z.object({
  token: MailedToken,
  password: z.optional(z.string().check(z.maxLength(1024))),
})
/** The password of a login has no lower bound: what is wrong is answered as `invalid_credentials` only. */
export const LoginBody = z.object({
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(emailMaxLength)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
})
export const ProfileBody = z.object({
  first_name: Name,
  last_name: Name,
  avatar: z.nullable(z.string()),
  language: z.enum(languages),
  timezone: z.string().check(z.minLength(1), z.maxLength(64)),
})

export const Phone = z.object({ user_phone_id: z.int(), phone: z.string(), is_confirmed: z.boolean() })

export const Profile = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar: z.nullable(z.string()),
  language: z.enum(languages),
  timezone: z.string(),
  groups: z.array(z.string()),
  has_password: z.boolean(),
  phones: z.array(Phone),
  abilities: z.array(Ability),
})
export type Profile = z.infer<typeof Profile>

/** What can be given beside a password, in the order in which they are offered. */
export const factorMethods = ['TOTP', 'PASSKEY', 'RECOVERY_CODE'] as const
export type FactorMethod = (typeof factorMethods)[number]

/** In place of the profile where the account has a second factor: nobody is signed in until one of these is given. */
export const SecondFactorAsked = z.object({
  second_factor: z.object({ methods: z.array(z.enum(factorMethods)) }),
})
export const SignInAnswer = z.union([Profile, SecondFactorAsked])
export type SignInAnswer = z.infer<typeof SignInAnswer>

/** A sentence for the user in the language asked for, of calls that answer the same in every case. */
export const Detail = z.object({ detail: z.string() })
