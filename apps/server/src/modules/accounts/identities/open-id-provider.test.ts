import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { checkIdToken, createOpenIdProvider, exchangeCode } from './open-id-provider.ts'

const google = 'https://accounts.google.com'
const hour = 60 * 60_000
let keys: Awaited<ReturnType<typeof generateKeyPair>>
beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true })
})

/** A provider of answers that the test gives, and what it was asked. */
async function providerOf(issuer: string, over: Record<string, unknown> = {}) {
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const answers: Record<string, unknown> = {
    [`${issuer}/.well-known/openid-configuration`]: {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...over,
    },
    [`${issuer}/keys`]: { keys: [jwk] },
    [`${issuer}/token`]: { id_token: 'token' },
  }
  const asked: { url: string; init: RequestInit | undefined }[] = []
  const clock = createManualClock()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new Request(input).url
    asked.push({ url, init })
    const answer = answers[url]
    if (answer instanceof Response) return answer
    return answer === undefined ? new Response('', { status: 404 }) : Response.json(answer)
  }
  return { provider: createOpenIdProvider(issuer, { fetch, clock }), asked, answers, clock }
}

const tokenOf = (issuer: string, now: number) =>
  new SignJWT({ sub: '1', nonce: 'n' })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(issuer)
    .setAudience('us')
    .setIssuedAt(now / 1000)
    .setExpirationTime(now / 1000 + 600)
    .sign(keys.privateKey)

test.each([google, 'accounts.google.com'])("I2: Google's tokens name it %s", async (name) => {
  const { provider, clock } = await providerOf(google)
  const claims = await checkIdToken({ provider, clientId: 'us' }, clock, await tokenOf(name, clock.now()))
  expect(claims.sub).toBe('1')
})

test('10.2.2 I3: a document that names another issuer is refused, and so are its keys', async () => {
  const { provider } = await providerOf('https://one.example', { issuer: 'https://other.example' })
  await expect(provider.metadata()).rejects.toMatchObject({ code: 'unavailable' })
  await expect(provider.keys()).rejects.toMatchObject({ code: 'unavailable' })
})

test.each<[string, unknown]>([
  ['no JSON', new Response('<html>')],
  ['a list', []],
  ['keys that are none', { keys: 'none' }],
  ['more than anybody reads', new Response(`{"keys":[],"more":"${'x'.repeat(600_000)}"}`)],
  ['an error', new Response('', { status: 500 })],
])('I4: keys that are %s are a 503, and asked for again the next time', async (_what, answer) => {
  const { provider, answers } = await providerOf('https://one.example')
  const good = answers['https://one.example/keys']
  answers['https://one.example/keys'] = answer
  await expect(provider.keys()).rejects.toMatchObject({ code: 'unavailable' })
  answers['https://one.example/keys'] = good
  expect((await provider.keys()).jwks().keys).toHaveLength(1)
})

test('I3: document and keys are kept for an hour; fresh keys are fetched at most every 30 s', async () => {
  const { provider, asked, clock } = await providerOf('https://one.example')
  const fetched = () => asked.filter(({ url }) => url.endsWith('/keys')).length
  await Promise.all([provider.keys(), provider.keys(), provider.keys(true)])
  await clock.advance(29_999)
  await provider.keys(true)
  expect(fetched()).toBe(1)
  await clock.advance(1)
  await provider.keys(true)
  await clock.advance(hour - 1)
  await provider.keys()
  expect(fetched()).toBe(2)
  await clock.advance(1)
  await provider.keys()
  expect(fetched()).toBe(3)
  expect(asked.every(({ init }) => init?.redirect === 'error')).toBe(true)
})

test('the client proves itself as the provider takes it, and its secret is in no address', async () => {
  const given = {
    code: 'c',
    redirect_uri: 'https://us.example/login/callback',
    code_verifier: 'v'.repeat(43),
  }
  const client = { clientId: 'us', clientSecret: 'canary/secret' }
  for (const [methods, inBody] of [
    [undefined, false],
    [['client_secret_post'], true],
    [['client_secret_post', 'client_secret_basic'], false],
  ] as const) {
    const { provider, asked } = await providerOf(
      'https://one.example',
      methods ? { token_endpoint_auth_methods_supported: methods } : {},
    )
    await exchangeCode({ provider, ...client }, given)
    const { url, init } = asked.at(-1) ?? { url: '', init: undefined }
    const body = new URLSearchParams(typeof init?.body === 'string' ? init.body : '')
    expect(Object.fromEntries(body)).toMatchObject({ ...given, grant_type: 'authorization_code' })
    expect(body.get('client_secret')).toBe(inBody ? 'canary/secret' : null)
    const basic = `Basic ${Buffer.from('us:canary%2Fsecret').toString('base64')}`
    expect(new Headers(init?.headers).get('authorization')).toBe(inBody ? null : basic)
    expect(url).not.toContain('canary')
  }
})
