import * as z from 'zod/mini'
import { type Endpoint, NoContent, Nothing, wholeNumber } from './endpoint.ts'
import { languages } from './users.ts'

/** Where providers report; each proves itself by a signature, so neither session nor CSRF token is asked for. */
export const callbackEndpoints = {
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
} as const satisfies Record<string, Endpoint>
