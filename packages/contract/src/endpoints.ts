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
import { callbackEndpoints } from './callbacks.ts'
import { type Endpoint, Nothing } from './endpoint.ts'
import { firstEndpoints } from './first-endpoints.ts'
import { googleEndpoints, signInMethodEndpoints } from './sign-in-endpoints.ts'
import { Detail, Profile, ProfileBody, RegisterBody, RegisterConfirmBody } from './users.ts'

/** The table of all calls: routes, OpenAPI document, web client and tests are made from it. */
export const endpoints = {
  networks: firstEndpoints.networks,
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
  login: firstEndpoints.login,
  logout: firstEndpoints.logout,
  profile: firstEndpoints.profile,
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
  validators: firstEndpoints.validators,
  live: firstEndpoints.live,
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
export type Params<N extends EndpointName> = z.output<(typeof endpoints)[N]['params']>
export type Body<N extends EndpointName> = (typeof endpoints)[N]['body'] extends z.ZodMiniType
  ? z.output<(typeof endpoints)[N]['body']>
  : undefined
/** What the success answers carry. */
export type Answer<N extends EndpointName> = z.output<
  (typeof endpoints)[N]['responses'][keyof (typeof endpoints)[N]['responses']] & z.ZodMiniType
>
