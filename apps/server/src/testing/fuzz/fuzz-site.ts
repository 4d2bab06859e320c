import { createHash, createHmac } from 'node:crypto'
import { catalogue as alertCatalogue } from '@roundsman/alerting/catalogue'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { addValidator } from '../../modules/alerts/testing/some-validators.ts'
import { pushBytes } from '../../modules/bridges/testing/pushing.ts'
import { createAnswerTokens } from '../../modules/notifications/channels/answer-link.ts'
import { twilioSignature } from '../../modules/notifications/channels/twilio/twilio-site.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { systemFetch } from '../../platform/clients/http-client.ts'
import { subkey, tokenHash } from '../../platform/config/secrets.ts'
import { createManualClock } from '../manual-clock.ts'
import { createTestProvider } from '../open-id/test-provider.ts'
import { createSlack } from '../providers/chat-providers.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { testCatalogue, testNetwork } from '../test-catalogue.ts'
import { operationsOf } from './api-document.ts'
import { knownPassword } from './fuzz-actor.ts'
import type { FuzzReport } from './fuzz-report.ts'
import { fuzz } from './fuzz-run.ts'
import { knownValues } from './known-values.ts'
import { createSeededIds } from './seeded-ids.ts'

const catalogue = testCatalogue([
  testNetwork({ blockchain_id: 1, is_da_enabled: true, bridge_namespaces: ['simulated'] }),
  testNetwork({ blockchain_id: 2, is_da_enabled: true, access: 'VIP' }),
])

/** A halt of the first network, which everybody may read of; gives its id. */
async function addAlert(orm: Queryable): Promise<number> {
  const evidence = { assurance: 'PROVEN', host: 'rpc.example.org', observed_at: 0, value: 60, threshold: 60 }
  const { rows } = await orm.execute<{ id: number }>(sql`
    INSERT INTO alert (network_id, setting_id, type, severity, validator_keys, at, evidence, occurrence, phones_wait,
                       created_at)
    VALUES (1, 9011, 'NETWORK', 'CRITICAL', '{}', now(), ${JSON.stringify(evidence)}::jsonb, 'halt', false, now()) RETURNING id::int`)
  return rows[0]?.id ?? 0
}

/** A mail about it that was sent to the newest user; gives its id. */
async function addMail(orm: Queryable, alertId: number): Promise<number> {
  await orm.execute(sql`
    INSERT INTO alert_recipient (user_id, alert_id) SELECT max(id), ${alertId} FROM user_account`)
  const { rows } = await orm.execute<{ id: number }>(sql`
    INSERT INTO delivery (user_id, channel, lane, purpose, recipient, language, kind, reference, dedupe_key, state, attempts,
                          due_at, give_up_at, created_at, updated_at)
    VALUES ((SELECT max(id) FROM user_account), 'email', 'critical', 'alert', 'reader@example.org', 'en', 'alert', ${String(alertId)}, 'mail', 'SENT', 1,
            now(), now(), now(), now()) RETURNING id::int`)
  return rows[0]?.id ?? 0
}

const bridgeToken = 'token-of-a-bridge'

/** With which pushes are let in. */
async function addBridgeToken(orm: Queryable): Promise<void> {
  await orm.execute(sql`
    INSERT INTO bridge_token (user_id, network_id, name, hash, created_at)
    SELECT max(id), 1, 'Known', ${tokenHash(bridgeToken).toString('hex')}, now() FROM user_account`)
}

const invitationOf = (email: string) => `invitation of ${email}`

/** A team of the first user, into which everybody is invited. */
async function addTeam(orm: Queryable): Promise<void> {
  await orm.execute(sql`
    WITH made AS (INSERT INTO team (name, created_at) VALUES ('Everybody', now()) RETURNING id)
    INSERT INTO team_member SELECT made.id, (SELECT min(id) FROM user_account), 'OWNER', now() FROM made`)
}

async function addInvitation(orm: Queryable, email: string): Promise<void> {
  await orm.execute(sql`
    INSERT INTO team_invitation (team_id, inviter_id, email, email_key, role, token_hash, created_at, expires_at)
    SELECT team_id, user_id, ${email}, ${email}, 'MEMBER', ${tokenHash(invitationOf(email))}, now(), '2100-01-01'
    FROM team_member ORDER BY team_id LIMIT 1 ON CONFLICT DO NOTHING`)
}

const webhookSecret = 'secret-of-a-subscription'

/** A contact at PagerDuty that takes its webhooks; gives its id. */
async function addPagerduty(site: TestApp, email: string): Promise<number> {
  const browser = await site.signedIn({ email, password: knownPassword })
  const contact = { channel: 'PAGERDUTY', name: 'Night', routing_key: 'R0' }
  const { id } = (await browser.post('/api/users/contacts/', contact)).json<{ id: number }>()
  await browser.put(`/api/users/contacts/${id}/`, { name: 'Night', webhook_secret: webhookSecret })
  return id
}

/** What happened to an incident there. */
const webhookOf = (random: SeededRandom) => ({
  event: {
    event_type: random.pick(['incident.acknowledged', 'incident.resolved', 'pagey.ping']),
    occurred_at: '2026-11-21T00:00:00Z',
    data: { incident_key: random.pick(['roundsman/1/1/network/901', 'another', null]) },
  },
})

/** A picture of a validator; gives its digest. */
async function addAvatar(orm: Queryable, webp: Buffer): Promise<string> {
  const digest = createHash('sha256').update(webp).digest('base64url')
  await orm.execute(sql`
    INSERT INTO validator_avatar (key_suffix, wanted_at, next_at, digest, webp)
    VALUES ('A1B2C3D4E5F60718', 0, 0, ${digest}, ${webp})`)
  return digest
}

/** A first batch of the first network, so that its validators are shown. */
async function showValidators(orm: Queryable): Promise<void> {
  await orm.execute(sql`UPDATE watch_validator SET slot = id - 1 WHERE network_id = 1`)
  await orm.execute(sql`
    INSERT INTO watch_network (network_id, epoch, chain_id, seq) VALUES (1, 1, 'test-1', 1)`)
}

/** A proposal that is open on the first network. */
async function addProposal(orm: Queryable): Promise<void> {
  await orm.execute(sql`
    INSERT INTO governance_proposal (network_id, epoch, proposal_id, title, summary, content, kind, state, is_expedited,
                                     voting_start, voting_end, assurance, host, height, at, read_at)
    VALUES (1, 1, 1, 'Raise the limit', '', '{"isShortened": false, "proposer": null, "failedReason": null, "messages": []}',
            'TEXT', 'VOTING', false, 0, 1, 'PROVEN', 'rpc.example.org', 1, 0, 0)`)
}

/** The whole program with a provider to sign in with and one for phones, and the run against it. */
export async function runFuzz(options: { seed: number; requests: number }): Promise<FuzzReport> {
  const clock = createManualClock()
  const ids = createSeededIds(options.seed)
  const provider = await createTestProvider({
    redirectUris: ['http://n1.localhost:8000/login/callback'],
    now: () => clock.now(),
    claimsInToken: true,
  })
  const slack = await createSlack()
  const twilio = { accountSid: 'AC0', authToken: 'none', from: '+15005550006', url: 'http://127.0.0.1:1' }
  const metricsToken = 'a token for the metrics'
  const publicUrl = 'https://public.example.org'
  const { issuer, clientId, clientSecret } = provider
  const site = await createTestApp({
    clock,
    ids,
    fetch: systemFetch,
    catalogue,
    // Nothing is sent from here: what is enqueued stays where it is.
    config: {
      outboundAllow: ['127.0.0.1'],
      twilio,
      // Nobody answers there: a request of a test never leaves the machine.
      pagerdutyUrl: 'http://127.0.0.1:1',
      publicUrl,
      metricsToken,
      google: { issuer, clientId, clientSecret },
      roles: ['web'],
    },
  })
  try {
    await site.app.start()
    const { orm } = site.database.db
    const validators = [
      await addValidator(orm, { operator: 'first' }),
      await addValidator(orm, { operator: 'second' }),
      await addValidator(orm, { operator: 'elsewhere', networkId: 2 }),
    ]
    await showValidators(orm)
    await addProposal(orm)
    const alertId = await addAlert(orm)
    const tokens = createAnswerTokens(subkey(site.platform.config.secret, 'answer'))
    await site.createUser('bridges@example.org', knownPassword)
    const answerToken = tokens.of(await addMail(orm, alertId))
    await addBridgeToken(orm)
    const pagerdutyContact = await addPagerduty(site, 'bridges@example.org')
    await addTeam(orm)
    await site.app.server.fastify.inject({
      method: 'POST',
      url: '/v1/metrics',
      headers: { 'content-type': 'application/x-protobuf', authorization: `Bearer ${bridgeToken}` },
      payload: pushBytes({}),
    })
    const { JAILED, UPTIME } = alertCatalogue.settings('en')
    let subject = 0
    const document = await site.app.server.fastify.inject({ url: '/api/openapi.json' })
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    return await fuzz(
      {
        site: { ...site, clock },
        ids,
        operations: operationsOf(document.body),
        planner: {
          picture,
          bodies: { '/api/callbacks/pagerduty/{contact_id}/': webhookOf },
          values: knownValues({
            pagerdutyContact,
            networks: [1, 1, 1, 2, 99],
            validators,
            settings: [...JAILED, ...UPTIME].map(({ id }) => id),
            alertId,
            picture: await addAvatar(orm, await sharp(picture).webp().toBuffer()),
            answerToken,
            hook: slack.url,
            invitationOf,
            now: () => clock.now(),
            credential: (nonce) => {
              subject += 1
              const sub = `somebody ${subject}`
              return provider.token({
                nonce,
                sub,
                email: `${subject}@provider.example`,
                email_verified: true,
              })
            },
          }),
          headersOf: ({ path }, url, body): Record<string, string> => {
            if (path === '/v1/metrics') return { authorization: `Bearer ${bridgeToken}` }
            if (path === '/metrics') return { authorization: `Bearer ${metricsToken}` }
            if (path.startsWith('/api/callbacks/pagerduty/')) {
              const mac = createHmac('sha256', webhookSecret).update(JSON.stringify(body)).digest('hex')
              return { 'x-pagerduty-signature': `v1=${mac}` }
            }
            if (!path.startsWith('/api/callbacks/twilio/')) return {}
            const fields = body as Record<string, string>
            return { 'x-twilio-signature': twilioSignature(twilio.authToken, `${publicUrl}${url}`, fields) }
          },
        },
        createAccount: async (email) => {
          await site.createUser(email, knownPassword)
          await orm.execute(sql`
            INSERT INTO alert_recipient (user_id, alert_id) SELECT id, ${alertId} FROM user_account WHERE email = ${email}`)
          // There to be ended: few would give one by chance and read of it before they end it.
          await orm.execute(sql`
            INSERT INTO alert_mute (user_id, network_id, condition_id, muted_until)
            SELECT id, 1, 902, now() + interval '1 year' FROM user_account WHERE email = ${email}`)
          await addInvitation(orm, email)
        },
      },
      options,
    )
  } finally {
    await site.close()
    await slack.close()
    await provider.close()
  }
}
