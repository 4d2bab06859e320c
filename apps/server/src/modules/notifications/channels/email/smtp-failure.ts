import type { SendResult } from '../channel.ts'

/** Steps at which a 5xx speaks of this mail or its recipient, and not of our connection, account or sender. */
const stepsAboutTheMail = new Set(['RCPT TO', 'DATA', 'CONTENT'])

/**
 * An error of nodemailer as a result. Permanent is only what the server says about this mail (D6): a refused login or
 * sender is the operator's to put right, and the mails of meanwhile must not be lost.
 */
export function smtpFailure(error: unknown): SendResult {
  const { code, command, responseCode, response } = fieldsOf(error)
  const permanent =
    (responseCode !== null && responseCode >= 500 && stepsAboutTheMail.has(command ?? '')) ||
    // No recipient that SMTP could carry: nothing was sent and nothing ever will be.
    (code === 'EENVELOPE' && responseCode === null && command === null)
  const said = response ?? code ?? 'no answer'
  return { outcome: 'failed', permanent, detail: `SMTP: ${said}` }
}

function fieldsOf(error: unknown): {
  code: string | null
  command: string | null
  responseCode: number | null
  response: string | null
} {
  const from = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return {
    code: text(from['code']),
    command: text(from['command']),
    responseCode: typeof from['responseCode'] === 'number' ? from['responseCode'] : null,
    response: text(from['response']),
  }
}
