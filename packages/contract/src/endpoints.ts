import * as z from 'zod/mini'
import { alertEndpoints } from './alert-endpoints.ts'
import { callbackEndpoints } from './callbacks.ts'
import { type Endpoint, Nothing } from './endpoint.ts'
import { pageEndpoints } from './page-endpoints.ts'

/** The table of all calls: routes, OpenAPI document and tests are made from it; the page knows its own part only. */
export const endpoints = {
  ...pageEndpoints,
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
