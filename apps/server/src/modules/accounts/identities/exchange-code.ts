import * as z from 'zod/mini'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { OpenIdProvider } from './open-id-provider.ts'

const Tokens = z.object({ id_token: z.string(), access_token: z.optional(z.string()) })
const UserInfo = z.object({
  sub: z.string(),
  email: z.optional(z.string()),
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  given_name: z.optional(z.string()),
})
export type UserInfo = z.infer<typeof UserInfo>

export interface CodeExchange {
  provider: OpenIdProvider
  clientId: string
  clientSecret: string
}

/** Trades an authorization code with its PKCE verifier for tokens (RFC 6749 §4.1.3, RFC 7636 §4.5). */
export async function exchangeCode(
  { provider, clientId, clientSecret }: CodeExchange,
  given: { code: string; redirect_uri: string; code_verifier: string },
): Promise<z.infer<typeof Tokens>> {
  const { token_endpoint, token_endpoint_auth_methods_supported: methods } = await provider.metadata()
  // Basic is the default where the provider says nothing; it takes both parts form-encoded (§2.3.1).
  const basic = methods === undefined || methods.includes('client_secret_basic')
  const credentials = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`
  const { status, body } = await provider.ask(token_endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(basic ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {}),
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: given.code,
      redirect_uri: given.redirect_uri,
      code_verifier: given.code_verifier,
      ...(basic ? {} : { client_id: clientId, client_secret: clientSecret }),
    }).toString(),
  })
  const tokens = Tokens.safeParse(body)
  if (status !== 200 || !tokens.success) throw new ProblemError('invalid_credential')
  return tokens.data
}

/** What the provider says of the user whom an access token is for; null if it says nothing. */
export async function askUserInfo(provider: OpenIdProvider, accessToken: string): Promise<UserInfo | null> {
  const { userinfo_endpoint } = await provider.metadata()
  if (userinfo_endpoint === undefined) return null
  const { status, body } = await provider.ask(userinfo_endpoint, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
  })
  const info = UserInfo.safeParse(body)
  return status === 200 && info.success ? info.data : null
}

function formEncoded(text: string): string {
  return new URLSearchParams({ text }).toString().slice('text='.length)
}
