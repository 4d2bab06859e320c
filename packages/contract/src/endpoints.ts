import * as z from 'zod/mini'
import { contactEndpoints } from './accounts/account-endpoints.ts'
import { quietHoursEndpoints } from './accounts/quiet-hours.ts'
import { secondFactorEndpoints } from './accounts/second-factor.ts'
import { teamEndpoints } from './accounts/teams.ts'
import { languages } from './accounts/users.ts'
import { AnswerToken } from './alerts/alert-actions.ts'
import { alertSeverities } from './alerts/alerts.ts'
import { alertEndpoints } from './alerts/alert-endpoints.ts'
import { escalationEndpoints } from './alerts/escalation.ts'
import { onCallEndpoints } from './alerts/on-call.ts'
import { silenceEndpoints } from './alerts/silences.ts'
import { bridgeEndpoints } from './bridges/bridge-endpoints.ts'
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  Id,
  NoContent,
  Nothing,
  type ParamsOf,
  type QueryOf,
  RawBody,
  wholeNumber,
} from './endpoint.ts'
import { governanceEndpoints } from './governance/governance.ts'
import { chartEndpoints } from './networks/charts.ts'
import { detailsEndpoints } from './networks/validator-details.ts'
import { pageEndpoints } from './page-endpoints.ts'

/** Where providers report; each proves itself by a signature or a token, so neither session nor CSRF token is asked for. */
const callbackEndpoints = {
  twilioCallback: {
    method: 'POST',
    path: '/api/callbacks/twilio/{delivery_id}/',
    access: 'machine',
    params: z.object({
      delivery_id: wholeNumber(Number.MAX_SAFE_INTEGER),
    }),
    query: Nothing,
    body: z.record(z.string(), z.string()),
    takes: 'form',
    responses: { 204: NoContent },
    errors: [403, 404, 413, 415],
    produces: 'nothing',
  },
  /** The key that the listener of a call pressed; answers what is said next, as TwiML. */
  twilioKeys: {
    method: 'POST',
    path: '/api/callbacks/twilio/{delivery_id}/keys/{language}/',
    access: 'machine',
    params: z.object({
      delivery_id: wholeNumber(Number.MAX_SAFE_INTEGER),
      /** In which the call speaks. */
      language: z.enum(languages),
    }),
    query: Nothing,
    body: z.record(z.string(), z.string()),
    takes: 'form',
    responses: { 200: z.string() },
    errors: [403, 404, 413, 415],
    produces: 'xml',
  },
  /** What a call says once it is taken, as of that moment, as TwiML. */
  twilioWords: {
    method: 'POST',
    path: '/api/callbacks/twilio/{delivery_id}/words/{language}/{severity}/',
    access: 'machine',
    params: z.object({
      delivery_id: wholeNumber(Number.MAX_SAFE_INTEGER),
      /** In which the call speaks. */
      language: z.enum(languages),
      /** How bad it was when it was dialed. */
      severity: z.enum(alertSeverities),
    }),
    query: Nothing,
    body: z.record(z.string(), z.string()),
    takes: 'form',
    responses: { 200: z.string() },
    errors: [403, 404, 413, 415],
    produces: 'xml',
  },
  /** What happened to an incident in PagerDuty: webhooks v3, of a subscription that the contact's user made there. */
  pagerdutyCallback: {
    method: 'POST',
    path: '/api/callbacks/pagerduty/{contact_id}/',
    access: 'machine',
    params: z.object({ contact_id: Id }),
    query: Nothing,
    body: RawBody,
    // It sends nothing larger.
    raw: { types: ['application/json'], maxBytes: 256 * 1024 },
    responses: { 204: NoContent },
    errors: [403, 404, 413, 415],
    produces: 'nothing',
  },
  /** What the buttons of a notification do: whoever has the address may answer, as by the page behind its link. */
  answerByButton: {
    method: 'POST',
    path: '/api/callbacks/answers/{token}/{answer}/',
    access: 'machine',
    params: z.object({ token: AnswerToken, answer: z.enum(['ACKNOWLEDGE', 'MUTE']) }),
    query: Nothing,
    body: null,
    responses: { 204: NoContent },
    errors: [404],
    produces: 'nothing',
  },
} as const satisfies Record<string, Endpoint>

/** `digest` is that of the picture, so that what is at an address never changes. */
const ValidatorAvatarParams = z.object({ digest: z.string().check(z.regex(/^[\w-]{43}$/)) })

/** Only pictures are loaded from here, by the addresses in `avatar` of validators. */
const validatorAvatarEndpoints = {
  validatorAvatar: {
    method: 'GET',
    path: '/api/blockchains/avatars/{digest}/',
    access: 'session',
    params: ValidatorAvatarParams,
    query: Nothing,
    body: null,
    responses: { 200: z.string() },
    errors: [401, 404],
    produces: 'webp',
  },
} as const satisfies Record<string, Endpoint>

/** The table of all calls: routes, OpenAPI document and tests are made from it; the page knows its own part only. */
export const endpoints = {
  ...pageEndpoints,
  ...contactEndpoints,
  ...secondFactorEndpoints,
  ...teamEndpoints,
  ...alertEndpoints,
  ...silenceEndpoints,
  ...escalationEndpoints,
  ...onCallEndpoints,
  ...quietHoursEndpoints,
  ...chartEndpoints,
  ...detailsEndpoints,
  ...validatorAvatarEndpoints,
  ...bridgeEndpoints,
  ...governanceEndpoints,
  ...callbackEndpoints,
  health: {
    method: 'GET',
    path: '/api/health/',
    access: 'machine',
    params: Nothing,
    query: Nothing,
    body: null,
    responses: {
      200: z.object({
        status: z.literal('ok'),
        version: z.string(),
        /** What it was built from, and the ISO time of that; null: not known. */
        commit: z.nullable(z.string()),
        built_at: z.nullable(z.string()),
        /** What somebody should mend; only where there is something. */
        warnings: z.optional(z.array(z.string())),
      }),
      503: z.object({ status: z.literal('unavailable'), reasons: z.array(z.string()) }),
    },
    errors: [],
    produces: 'json',
  },
  openapi: {
    method: 'GET',
    path: '/api/openapi.json',
    access: 'machine',
    params: Nothing,
    query: Nothing,
    body: null,
    responses: { 200: z.looseObject({ openapi: z.string() }) },
    errors: [],
    produces: 'json',
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    access: 'machine',
    params: Nothing,
    query: Nothing,
    body: null,
    responses: { 200: z.string() },
    errors: [403],
    produces: 'text',
  },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
type EndpointNamed<N extends EndpointName> = (typeof endpoints)[N]
export type Params<N extends EndpointName> = ParamsOf<EndpointNamed<N>>
export type Query<N extends EndpointName> = QueryOf<EndpointNamed<N>>
export type Body<N extends EndpointName> = BodyOf<EndpointNamed<N>>
export type Answer<N extends EndpointName> = AnswerOf<EndpointNamed<N>>
