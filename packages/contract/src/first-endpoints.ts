import * as z from 'zod/mini'
import { type Endpoint, NetworkParams, NoContent, Nothing } from './endpoint.ts'
import { Boot } from './networks.ts'
import { LoginBody, Profile } from './users.ts'
import { ValidatorsList } from './validators.ts'

/** The calls of a page's first view; apart from the table, so that the page begins without the rest of it. */
export const firstEndpoints = {
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
} as const satisfies Record<string, Endpoint>
