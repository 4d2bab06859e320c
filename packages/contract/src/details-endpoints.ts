import type { Endpoint } from './endpoint.ts'
import {
  ValidatorDetails,
  ValidatorDetailsQuery,
  ValidatorParams,
  ValidatorTimeline,
  ValidatorTimelineQuery,
} from './validator-details.ts'

export const detailsEndpoints = {
  /** A validator by its id, or an operator or consensus address of the network. */
  validatorDetails: {
    method: 'GET',
    path: '/api/blockchains/details/{blockchainId}/{validatorId}/',
    access: 'network',
    params: ValidatorParams,
    query: ValidatorDetailsQuery,
    body: null,
    responses: { 200: ValidatorDetails },
    errors: [401, 403, 404],
    produces: 'json',
  },
  validatorTimeline: {
    method: 'GET',
    path: '/api/blockchains/details/{blockchainId}/{validatorId}/timeline/',
    access: 'network',
    params: ValidatorParams,
    query: ValidatorTimelineQuery,
    body: null,
    responses: { 200: ValidatorTimeline },
    errors: [401, 403, 404],
    produces: 'json',
  },
} as const satisfies Record<string, Endpoint>
