import * as z from 'zod/mini'
import { type Endpoint, NetworkParams, NoContent, Nothing, RawBody } from '../endpoint.ts'
import { BridgeDetails, BridgeParams } from './bridge-details.ts'
import {
  BridgeTokenParams,
  BridgeTokens,
  BridgeTokensQuery,
  NewBridgeToken,
  NewBridgeTokenBody,
} from './bridge-tokens.ts'
import { BridgesList } from './bridges.ts'

const tokensPath = '/api/blockchains/bridges/{blockchainId}/tokens/'

export const bridgeEndpoints = {
  bridges: {
    method: 'GET',
    path: '/api/blockchains/bridges/{blockchainId}/',
    access: 'network',
    params: NetworkParams,
    query: Nothing,
    body: null,
    responses: { 200: BridgesList },
    errors: [401, 403, 404],
    produces: 'json',
  },
  bridgeTokens: {
    method: 'GET',
    path: tokensPath,
    access: 'network',
    params: NetworkParams,
    query: BridgeTokensQuery,
    body: null,
    responses: { 200: BridgeTokens },
    errors: [401, 403, 404],
    produces: 'json',
  },
  createBridgeToken: {
    method: 'POST',
    path: tokensPath,
    access: 'network',
    params: NetworkParams,
    query: Nothing,
    body: NewBridgeTokenBody,
    responses: { 201: NewBridgeToken },
    errors: [401, 403, 404, 413, 415],
    produces: 'json',
  },
  deleteBridgeToken: {
    method: 'DELETE',
    path: `${tokensPath}{tokenId}/`,
    access: 'network',
    params: BridgeTokenParams,
    query: Nothing,
    body: null,
    responses: { 204: NoContent },
    errors: [401, 403, 404],
    produces: 'nothing',
  },
  bridgeDetails: {
    method: 'GET',
    path: '/api/blockchains/bridges/{blockchainId}/{bridgeId}/',
    access: 'network',
    params: BridgeParams,
    query: Nothing,
    body: null,
    responses: { 200: BridgeDetails },
    errors: [401, 403, 404],
    produces: 'json',
  },
  otlpMetrics: {
    method: 'POST',
    path: '/v1/metrics',
    access: 'machine',
    params: Nothing,
    query: Nothing,
    body: RawBody,
    // A push has 28 kB.
    raw: { types: ['application/x-protobuf', 'application/json'], maxBytes: 1024 * 1024 },
    responses: { 200: z.any() },
    errors: [401, 413, 415],
    produces: 'otlp',
  },
} as const satisfies Record<string, Endpoint>
