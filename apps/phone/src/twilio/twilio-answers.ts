import type { IncomingMessage, ServerResponse } from 'node:http'
import { type TwilioFault, twilioFaults } from './twilio-faults.data.ts'

/** An error as Twilio words it. */
export function fail(answer: ServerResponse, code: TwilioFault): void {
  const { status, message } = twilioFaults[code]
  if (status === 429) answer.setHeader('retry-after', '40')
  answerJson(answer, status, {
    code,
    message,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  })
}

export function answerJson(answer: ServerResponse, status: number, body: unknown): void {
  answer.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

export async function read(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
