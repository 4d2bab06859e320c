import * as z from 'zod/mini'
import {
  avatarEndpoints,
  channelEndpoints,
  emailChangeEndpoints,
  passwordEndpoints,
  phoneEndpoints,
  preferenceEndpoints,
  sessionEndpoints,
} from './account-endpoints.ts'
import { alertEndpoints } from './alert-endpoints.ts'
import { callbackEndpoints } from './callbacks.ts'
import { type Endpoint, NetworkParams, NoContent, Nothing } from './endpoint.ts'
import { Boot } from './networks.ts'
import { googleEndpoints, signInMethodEndpoints } from './sign-in-endpoints.ts'
import { Detail, LoginBody, Profile, ProfileBody, RegisterBody, RegisterConfirmBody } from './users.ts'
import { NetworkStatuses, ValidatorsList } from './validators.ts'

/** The table of all calls: routes, OpenAPI document, web client and tests are made from it. */
export const endpoints = {
  networks: {
    method: 'GET',
    path: '/api/networks/',
    access: 'public',
    params: Nothing,
    query: Nothing,
    body: null,
    responses: { 200: Boot },
    errors: [],
    produces: 'json',
  },
  networkStatuses: {
    method: 'GET',
    path: '/api/networks/status/',
    access: 'session',
    params: Nothing,
    query: Nothing,
    body: null,
    responses: { 200: NetworkStatuses },
    errors: [401],
    produces: 'json',
  },
  register: {
    method: 'POST',
    path: '/api/users/register/',
    access: 'public',
    params: Nothing,
    query: Nothing,
    body: RegisterBody,
    responses: { 202: Detail },
    errors: [403, 413, 415],
    produces: 'json',
  },
  registerConfirm: {
    method: 'POST',
    path: '/api/users/register/confirm/',
    access: 'public',
    params: Nothing,
    query: Nothing,
    body: RegisterConfirmBody,
    responses: { 200: Profile },
    errors: [403, 413, 415],
    produces: 'json',
  },
  login: {
    method: 'POST',
    path: '/api/users/login/',
    access: 'public',
    params: Nothing,
    query: Nothing,
    body: LoginBody,
    responses: { 200: Profile },
    errors: [403, 413, 415],
    produces: 'json',
  },
  logout: {
    method: 'POST',
    path: '/api/users/logout/',
    access: 'session',
    params: Nothing,
    query: Nothing,
    body: null,
    responses: { 204: NoContent },
    errors: [401, 403],
    produces: 'nothing',
  },
  profile: {
    method: 'GET',
    path: '/api/users/profile/',
    access: 'session',
    params: Nothing,
    query: Nothing,
    body: null,
    responses: { 200: Profile },
    errors: [401],
    produces: 'json',
  },
  updateProfile: {
    method: 'PUT',
    path: '/api/users/profile/',
    access: 'session',
    params: Nothing,
    query: Nothing,
    body: ProfileBody,
    responses: { 200: Profile },
    errors: [401, 403, 413, 415],
    produces: 'json',
  },
  ...googleEndpoints,
  ...phoneEndpoints,
  ...passwordEndpoints,
  ...emailChangeEndpoints,
  ...sessionEndpoints,
  ...signInMethodEndpoints,
  ...avatarEndpoints,
  ...preferenceEndpoints,
  ...channelEndpoints,
  validators: {
    method: 'GET',
    path: '/api/blockchains/list/{blockchainId}/',
    access: 'network',
    params: NetworkParams,
    query: Nothing,
    body: null,
    responses: { 200: ValidatorsList },
    errors: [401, 403, 404],
    produces: 'json',
  },
  live: {
    method: 'GET',
    path: '/api/live/{blockchainId}/',
    access: 'network',
    params: NetworkParams,
    query: Nothing,
    body: null,
    responses: { 200: z.string() },
    errors: [401, 403, 404],
    produces: 'event-stream',
  },
  ...alertEndpoints,
  ...callbackEndpoints,
  health: {
    method: 'GET',
    path: '/api/health/',
    access: 'machine',
    params: Nothing,
    query: Nothing,
    body: null,
    responses: {
      200: z.object({ status: z.literal('ok') }),
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
/** Of the path, as numbers and words; what the server's handlers get and the page hands in. */
export type Params<N extends EndpointName> = z.output<(typeof endpoints)[N]['params']>
/** Of the query, likewise: names that may repeat are arrays, what may be left out may be undefined. */
export type Query<N extends EndpointName> = z.output<(typeof endpoints)[N]['query']>
export type Body<N extends EndpointName> = (typeof endpoints)[N]['body'] extends z.ZodMiniType
  ? z.output<(typeof endpoints)[N]['body']>
  : undefined
/** What the success answers carry. */
export type Answer<N extends EndpointName> = z.output<
  (typeof endpoints)[N]['responses'][keyof (typeof endpoints)[N]['responses']] & z.ZodMiniType
>
