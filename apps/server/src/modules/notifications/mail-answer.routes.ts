import type { Database } from '../../platform/db/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import { isAnswerable } from './answer.store.ts'
import type { AnswerTokens } from './answer-token.ts'
import type { Answers } from './answers.ts'

/** A mail lies about for long, and may be passed on: after a week its link says nothing any more. */
const worthMs = 7 * 24 * 60 * 60_000

export interface MailAnswerDeps {
  db: Pick<Database, 'orm' | 'now'>
  tokens: Pick<AnswerTokens, 'read'>
  recordAnswer: Answers['record']
}

/** What somebody says by the link of a mail (D27): the page behind it asks first, since programs open links too. */
export function addMailAnswer(server: HttpServer, { db, tokens, recordAnswer }: MailAnswerDeps): void {
  server.add('answerAlert', async ({ body: { token, answer } }) => {
    const id = tokens.read(token)
    if (id === null || !(await isAnswerable(db.orm, db.now(), id, worthMs)))
      throw new ProblemError('invalid_token')
    await recordAnswer(id, answer, undefined)
    return { status: 204, body: undefined }
  })
}
