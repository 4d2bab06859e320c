import ipaddr from 'ipaddr.js'
import * as z from 'zod'

const domain = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

function isUrl(value: string, protocols: readonly string[]): boolean {
  try {
    const { protocol, hostname } = new URL(value)
    return protocols.includes(protocol) && (hostname !== '' || protocol === 'postgres:')
  } catch {
    return false
  }
}

export const webUrl = z
  .string()
  .refine((value) => isUrl(value, ['http:', 'https:']))
  .transform((value) => value.replace(/\/+$/, ''))
export const databaseUrl = z.string().refine((value) => isUrl(value, ['postgres:', 'postgresql:']))
export const smtpUrl = z.string().refine((value) => isUrl(value, ['smtp:', 'smtps:']))
export const domainName = z
  .string()
  .transform((value) => value.toLowerCase().replace(/^\./, ''))
  .pipe(z.string().regex(domain))
export const hostOrAddress = z.string().refine((value) => ipaddr.isValid(value) || domain.test(value))
export const addressRange = z.string().refine((value) => ipaddr.isValid(value) || ipaddr.isValidCIDR(value))
export const mailbox = z.string().regex(/^(?:[^<>\r\n@"]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
export const countryCode = z
  .string()
  .transform((value) => value.toUpperCase())
  .refine((code) => /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && regionNames.of(code) !== undefined)
