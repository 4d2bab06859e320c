import type { FastifyInstance } from 'fastify'
import './takes.ts'
import { ProblemError } from './problem-error.ts'

/**
 * Forms, as an object of names and values, for the calls that say so and for no other: a page of any site may send a
 * form without asking. Of a name that comes twice the last value counts.
 */
export function addFormParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      if (request.routeOptions.config.takes === 'form') {
        done(null, Object.fromEntries(new URLSearchParams(body.toString())))
      } else done(new ProblemError('unsupported_media_type'))
    },
  )
}
