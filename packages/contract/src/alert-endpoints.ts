import { AlertEntries, AlertHistory, AlertHistoryQuery, AlertSettings, ManageAlertsBody } from './alerts.ts'
import { type Endpoint, NetworkParams, Nothing } from './endpoint.ts'

export const alertEndpoints = {
  alertSettings: {
    method: 'GET',
    path: '/api/alerts/settings/',
    access: 'session',
    params: Nothing,
    query: Nothing,
    body: null,
    responses: { 200: AlertSettings },
    errors: [401],
    produces: 'json',
  },
  userAlertSettings: {
    method: 'GET',
    path: '/api/alerts/user-settings/{blockchainId}/',
    access: 'network',
    params: NetworkParams,
    query: Nothing,
    body: null,
    responses: { 200: AlertEntries },
    errors: [401, 403, 404],
    produces: 'json',
  },
  manageAlertSettings: {
    method: 'POST',
    path: '/api/alerts/user-settings/manage/',
    access: 'network',
    params: Nothing,
    query: Nothing,
    body: ManageAlertsBody,
    responses: { 200: AlertEntries },
    errors: [401, 403, 404, 412, 413, 415],
    produces: 'json',
  },
  alertHistory: {
    method: 'GET',
    path: '/api/alerts/history/{blockchainId}/',
    access: 'network',
    params: NetworkParams,
    query: AlertHistoryQuery,
    body: null,
    responses: { 200: AlertHistory },
    errors: [401, 403, 404],
    produces: 'json',
  },
} as const satisfies Record<string, Endpoint>
