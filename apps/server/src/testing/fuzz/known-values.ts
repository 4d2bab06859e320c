import { teamRoles } from '@roundsman/contract/accounts/teams'
import { alertTypes } from '@roundsman/contract/alerts/alerts'
import { chartMetrics } from '@roundsman/contract/networks/charts'
import { Secret, TOTP } from 'otpauth'
import type { SeededRandom } from '../seeded-random.ts'
import type { FuzzActor } from './fuzz-actor.ts'
import { knownPassword } from './fuzz-actor.ts'

/** @param operation the call that the value is for */
export type KnownValue = (actor: FuzzActor, random: SeededRandom, operation: string) => unknown

/**
 * Values that mean something to the server, by the name of the field or parameter: generated ones alone would seldom
 * get past "no such thing". A field that is not here gets what answers said under its name, or what its schema takes.
 * A new call whose success needs more than that gets a line here.
 */
export function knownValues({
  networks,
  validators,
  settings,
  alertId,
  picture,
  answerToken,
  hook,
  pagerdutyContact,
  invitationOf,
  credential,
  now,
}: {
  /** Ids of the networks of the catalogue. */
  networks: readonly number[]
  /** Of validators of the first of them, and of one of another network. */
  validators: readonly number[]
  /** Ids of settings of alerts about validators. */
  settings: readonly number[]
  /** Id of an alert that concerns everybody. */
  alertId: number
  /** Digest of the picture of a validator. */
  picture: string
  /** By which the reader of a mail about it answers. */
  answerToken: string
  /** A webhook that takes what Slack takes. */
  hook: string
  /** Id of a contact whose webhooks are taken. */
  pagerdutyContact: number
  /** The token of an invitation to this address. */
  invitationOf(email: string): string
  /** An ID token of the provider for this nonce. */
  credential(nonce: unknown): Promise<string>
  /** Unix ms. */
  now(): number
}): Readonly<Record<string, KnownValue>> {
  const password = () => knownPassword
  const last = (values: readonly unknown[] | undefined) => values?.at(-1)
  return {
    // Others are invited.
    email: (actor, random) => (random.chance(0.85) ? actor.email : undefined),
    password,
    old_password: password,
    new_password: password,
    token: ({ mailed, email, seen }, random) =>
      random.pick([...mailed.slice(-4), answerToken, invitationOf(email), ...calendarTokens(seen)]),
    code: ({ codes, seen }, _random, operation) =>
      operation === 'confirmPhone' ? last(codes) : appCode(seen.get('secret'), now()),
    user_phone_id: ({ seen }, random) => (random.chance(0.7) ? last(seen.get('user_phone_id')) : undefined),
    phone: (_actor, random) => `+1212${2_000_000 + random.below(7_999_999)}`,
    timezone: (_actor, random) =>
      random.pick(['UTC', 'Europe/Kyiv', 'America/Argentina/Ushuaia', 'Asia/Kolkata']),
    avatar: ({ seen }, random) => (random.chance(0.5) ? null : (last(ownPictures(seen)) ?? null)),
    name: ({ seen }) => /avatar\/([\w-]{43})\//.exec(String(last(ownPictures(seen))))?.[1],
    digest: () => picture,
    credential: ({ seen, passkey }, _random, operation) => {
      const challenge = String(last(seen.get('challenge')))
      const origin = 'http://n1.localhost:8000'
      const rpId = 'n1.localhost'
      if (operation === 'addPasskey')
        return passkey.create({ challenge, rp: { id: rpId }, user: { id: '' } }, { origin })
      return /passkey|second/i.test(operation)
        ? passkey.use({ challenge, rpId }, { origin })
        : credential(last(seen.get('nonce')))
    },
    blockchainId: (_actor, random) => random.pick(networks),
    blockchain_id: (_actor, random) => random.pick(networks),
    validatorId: (_actor, random) => random.pick(validators),
    blockchain_validator_id: () => null,
    bridge_id: () => null,
    // The first one is there.
    bridgeId: (_actor, random) => 1 + random.below(2),
    // The only one is there.
    proposalId: (_actor, random) => 1 + random.below(2),
    state: (_actor, random) => random.pick([null, '', 'OPEN', 'ALL']),
    before: (_actor, random) => (random.chance(0.5) ? null : random.below(1000)),
    limit: (_actor, random) => random.below(300),
    type: (_actor, random) => random.pick([null, '', ...alertTypes]),
    validator_id: (_actor, random) => (random.chance(0.7) ? validators[0] : random.pick(validators)),
    metric: (_actor, random) => random.pick(chartMetrics),
    range: (_actor, random) => random.pick(['24h', '24h', '24h', '24h', 'h1', null]),
    step: (_actor, random) => random.pick(['10m', '10m', '10m', '10m', '25s', null]),
    targets: (_actor, random) =>
      Array.from({ length: 1 + random.below(3) }, () =>
        random.chance(0.4) ? {} : { blockchain_validator_id: random.pick(validators) },
      ),
    entry_ids: ({ seen }) => (seen.get('id of /api/alerts/user-settings/manage/') ?? []).slice(-2),
    until: (_actor, random) => random.pick([null, '2100-01-01T00:00:00Z']),
    alert_ids: (_actor, random) => [random.chance(0.8) ? alertId : random.below(1000)],
    mute_ids: ({ seen }) =>
      [...seen].flatMap(([name, ids]) => (name.endsWith('condition_mutes') ? ids.slice(-1) : [])),
    tokenId: ({ seen }) => last([...seen].flatMap(([name, ids]) => (name.endsWith('/tokens/') ? ids : []))),
    deliveryId: ({ seen }) => last(seen.get('id of /api/alerts/test/')),
    setting_ids: (_actor, random) => [random.pick(settings)],
    days: (_actor, random) => 1 + random.below(7),
    // Of a silence, which is at most 30 days long.
    from: (_actor, random) => random.pick([null, '2026-11-22T00:00:00Z']),
    to: (_actor, random) => random.pick(['2026-12-01T00:00:00Z', '2026-12-12T12:00:00+02:00']),
    silenceId: ({ seen }) => last(seen.get('id of /api/alerts/silences/')),
    time_zone: (_actor, random) => random.pick([null, 'Europe/Kyiv']),
    windows: (_actor, random) => random.pick([[], [{ days: ['MON', 'SUN'], from: '22:00', to: '07:00' }]]),
    // Of a person, who may have none, and of a team, which then has no steps.
    escalation: (_actor, random) =>
      random.pick([
        null,
        {
          from_severity: 'WARNING',
          steps: [{ after_minutes: 1 + random.below(1_440), who: 'EVERYONE', channels: ['EMAIL', 'VOICE'] }],
          repeat: random.below(6),
        },
        {
          from_severity: 'CRITICAL',
          steps: [{ after_minutes: 0, who: 'ON_CALL', channels: ['EMAIL'] }],
          repeat: 0,
          ask_again_minutes: 60,
        },
      ]),
    rotation: ({ seen }, random) =>
      random.pick([
        null,
        {
          members: random.chance(0.5) ? [] : (seen.get('user_id') ?? []).slice(-1),
          every: random.pick(['DAY', 'WEEK']),
          hand_over: { at: '02:30' },
          starts_on: '2026-11-22',
        },
      ]),
    overrides: () => [],
    url: () => hook,
    contact_id: () => pagerdutyContact,
    contactId: ({ seen }) => last((seen.get('id of /api/users/contacts/') ?? []).filter((id) => id !== null)),
    teamId: ({ seen }, random) =>
      last(seen.get(random.chance(0.6) ? 'id of /api/teams/' : 'id of /api/teams/join/')),
    team_id: ({ seen }, random) => (random.chance(0.2) ? last(seen.get('id of /api/teams/')) : null),
    invitationId: ({ seen }) =>
      last([...seen].flatMap(([name, ids]) => (name.endsWith('/invitations/') ? ids : []))),
    userId: ({ seen }) => last(seen.get('user_id')),
    role: (_actor, random) => random.pick(teamRoles),
    channel: (_actor, random) => (random.chance(0.7) ? 'EMAIL' : random.pick(['SMS', 'VOICE'])),
    entries: (_actor, random) =>
      settings
        .filter(() => random.chance(0.2))
        .map((setting_id) => ({ setting_id, channels: random.chance(0.95) ? ['EMAIL'] : ['SMS', 'VOICE'] })),
  }
}

/** The code that an app shows now for the newest secret that was given out for one. */
function appCode(secrets: readonly unknown[] | undefined, now: number): string | undefined {
  const secret = secrets?.findLast(
    (one): one is string => typeof one === 'string' && /^[A-Z2-7]{32}$/.test(one),
  )
  if (secret === undefined) return undefined
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
}

/** Those of people: validators have pictures in fields of this name, too. */
function ownPictures(seen: FuzzActor['seen']): unknown[] {
  return (seen.get('avatar') ?? []).filter((one) => String(one).startsWith('/api/users/'))
}

/** Of the newest address of a calendar. */
function calendarTokens(seen: FuzzActor['seen']): unknown[] {
  const [url] = (seen.get('url') ?? []).filter((one) => String(one).includes('/on-call/')).slice(-1)
  return typeof url === 'string' ? [new URL(url).searchParams.get('token')] : []
}
