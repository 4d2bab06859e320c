import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import { cookieHeader } from '../cookie-header.ts'

interface TestAccount {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
}

export interface TestProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Who signs in from now on, without being asked. */
  account: TestAccount
  /** When whoever signs in had proved to the provider who they are, Unix seconds; null: just now. */
  signedInAt: number | null
  /** How often it had somebody prove it anew, since that was too long ago for us. */
  provedAnew: number
  /** From now on nobody who signs in lets us know who they are. */
  denies: boolean
  /** Its signing key, for tokens that differ from a good one in one thing. */
  signingKey: CryptoKey
  keyId: string
  /** The published key in PEM, as somebody would use it for HS256. */
  publicJwk: object
  /**
   * Adds a challenge to an authorization address, as the page does, and follows it to its end, as a browser does;
   * gives where it comes back to, and the verifier of the code there.
   */
  authorize(url: string): Promise<{ back: URL; codeVerifier: string }>
  /** An ID token as the provider makes them, with some claims another way; undefined leaves one out. */
  token(claims?: JWTPayload, over?: { key?: CryptoKey | Uint8Array; header?: object }): Promise<string>
  /** Paths that were asked for. */
  requests: string[]
  /** Another signing key from now on, published beside the old one. */
  rotate(): Promise<{ key: CryptoKey; keyId: string }>
  close(): Promise<void>
}

/** A real OpenID provider (oidc-provider) on a port of its own, whose users agree to everything. */
export async function createTestProvider(options: {
  redirectUris: string[]
  now: () => number
  /** Puts address and name into the ID token too, as Google does. */
  claimsInToken?: boolean
}): Promise<TestProvider> {
  const clientId = 'roundsman-test'
  const clientSecret = randomBytes(24).toString('base64url')
  const requests: string[] = []
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const first = await newKey('first')
  const published = [first.jwk]

  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: options.redirectUris }],
    jwks: { keys: [first.privateJwk] },
    cookies: { keys: ['test'] },
    conformIdTokenClaims: !(options.claimsInToken ?? false),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...test.account, sub }) }),
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  async function finishInteraction(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await provider.interactionDetails(request, response)
    const ago = test.signedInAt === null ? 0 : Math.floor(options.now() / 1000) - test.signedInAt
    const isAnew = ago > Number(params['max_age'] ?? Number.POSITIVE_INFINITY)
    if (isAnew) test.provedAnew++
    const ts = isAnew || test.signedInAt === null ? {} : { ts: test.signedInAt }
    const login = { login: { accountId: test.account.sub, ...ts } }
    await provider.interactionFinished(request, response, test.denies ? { error: 'access_denied' } : login)
  }
  const callback = provider.callback()
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/')) {
      void finishInteraction(request, response)
    } else if (request.url === '/jwks') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: published }))
    } else void callback(request, response)
  }

  const test: TestProvider = {
    issuer,
    clientId,
    clientSecret,
    account: { sub: 'nobody' },
    signedInAt: null,
    provedAnew: 0,
    denies: false,
    signingKey: first.privateKey,
    keyId: 'first',
    publicJwk: first.jwk,
    requests,
    async authorize(address) {
      const codeVerifier = randomBytes(32).toString('base64url')
      const url = new URL(address)
      url.searchParams.set('code_challenge', createHash('sha256').update(codeVerifier).digest('base64url'))
      url.searchParams.set('code_challenge_method', 'S256')
      return { back: await follow(url, issuer), codeVerifier }
    },
    token: async (claims = {}, over = {}) => {
      const seconds = Math.floor(options.now() / 1000)
      const payload = {
        iss: issuer,
        aud: clientId,
        iat: seconds,
        exp: seconds + 600,
        ...test.account,
        ...claims,
      }
      const header = { alg: 'RS256', kid: 'first', ...over.header }
      return new SignJWT(payload).setProtectedHeader(header).sign(over.key ?? first.privateKey)
    },
    rotate: async () => {
      const keyId = `rotated-${published.length}`
      const next = await newKey(keyId)
      published.push(next.jwk)
      return { key: next.privateKey, keyId }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      }),
  }
  return test
}

async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const about = { kid, alg: 'RS256', use: 'sig' }
  return {
    privateKey,
    privateJwk: { ...(await exportJWK(privateKey)), ...about },
    jwk: { ...(await exportJWK(publicKey)), ...about },
  }
}

async function follow(start: URL, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = start
  for (let hop = 0; hop < 10; hop += 1) {
    const cookie = cookieHeader(cookies)
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`no redirect: HTTP ${answer.status} ${await answer.text()}`)
    url = new URL(location, url)
    if (url.origin !== issuer) return url
  }
  throw new Error('too many redirects')
}
