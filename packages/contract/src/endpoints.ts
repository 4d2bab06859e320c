import * as z from 'zod/mini'
import { alertEndpoints } from './alert-endpoints.ts'
import { bridgeEndpoints } from './bridge-endpoints.ts'
import { callbackEndpoints } from './callbacks.ts'
import { chartEndpoints } from './charts.ts'
import { detailsEndpoints } from './details-endpoints.ts'
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  Nothing,
  type ParamsOf,
  type QueryOf,
} from './endpoint.ts'
import { pageEndpoints } from './page-endpoints.ts'
import { validatorAvatarEndpoints } from './validator-avatars.ts'

/** The table of all calls: routes, OpenAPI document and tests are made from it; the page knows its own part only. */
export const endpoints = {
  ...pageEndpoints,
  ...alertEndpoints,
  ...chartEndpoints,
  ...detailsEndpoints,
  ...validatorAvatarEndpoints,
  ...bridgeEndpoints,
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
type EndpointNamed<N extends EndpointName> = (typeof endpoints)[N]
export type Params<N extends EndpointName> = ParamsOf<EndpointNamed<N>>
export type Query<N extends EndpointName> = QueryOf<EndpointNamed<N>>
export type Body<N extends EndpointName> = BodyOf<EndpointNamed<N>>
export type Answer<N extends EndpointName> = AnswerOf<EndpointNamed<N>>
