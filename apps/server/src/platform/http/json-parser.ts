import type { FastifyInstance } from 'fastify'
import { ProblemError } from './problem-error.ts'

/** Only JSON is taken; an empty body counts as none, since calls without a body may still name its type. */
export function addJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8')
    if (text.trim() === '') {
      done(null, undefined)
      return
    }
    void parse(request, text, (error, value: unknown) => {
      if (error) done(new ProblemError('bad_request', { cause: error }))
      else done(null, value)
    })
  })
}
