import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TakenSms {
  to: string
  text: string
  /** When it was asked for, on the clock of `performance`. */
  at: number
}

interface SmsProvider {
  /** What the product needs in its environment to send through it. */
  environment: Record<string, string>
  stop(): void
}

/** Takes every SMS as Twilio does, after so many milliseconds. */
export async function startSmsProvider(
  answerMs: number,
  taken: (sms: TakenSms) => void,
): Promise<SmsProvider> {
  let count = 0
  const server = createServer((incoming, answer) => {
    const at = performance.now()
    let body = ''
    incoming.setEncoding('utf8').on('data', (text: string) => (body += text))
    incoming.on('end', () => {
      const form = new URLSearchParams(body)
      count += 1
      const sid = `SM${String(count).padStart(32, '0')}`
      if (incoming.method === 'POST') taken({ to: form.get('To') ?? '', text: form.get('Body') ?? '', at })
      setTimeout(() => {
        answer.writeHead(201, { 'content-type': 'application/json' })
        answer.end(JSON.stringify({ sid, status: 'queued' }))
      }, answerMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    environment: {
      ROUNDSMAN_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      ROUNDSMAN_TWILIO_AUTH_TOKEN: 'a token',
      ROUNDSMAN_TWILIO_FROM: '+15005550006',
      ROUNDSMAN_TWILIO_URL: `http://127.0.0.1:${port}`,
      ROUNDSMAN_SMS_BUDGET: '100000',
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
