import { createInterface } from 'node:readline'
import type { ChildPrograms, Environment } from './child-programs.ts'

export interface DemoPhone {
  /** `http://localhost:8001`: where it shows what comes in. */
  page: string
  /** What has the product text and call there. */
  env: Environment
}

/** Whether texts and calls go to the phone of the demo: not where an account of Twilio's is named. */
export function usesDemoPhone(env: Environment): boolean {
  return !Object.keys(env).some((name) => name.startsWith('ROUNDSMAN_TWILIO_') && env[name])
}

/** Starts the phone that stands in for Twilio, with its page on a port (0: any). */
export function startDemoPhone(programs: ChildPrograms, port: number, host: string): Promise<DemoPhone> {
  const args = ['--port', String(port), '--host', host]
  const phone = programs.start('apps/phone/dist/main.js', args, {}, 'pipe')
  return new Promise((resolve, reject) => {
    phone.once('exit', (code) => reject(new Error(`the phone exited with ${String(code)}`)))
    if (phone.stdout === null) return
    createInterface({ input: phone.stdout }).once('line', (line) => {
      const { page, twilio } = JSON.parse(line) as { page: string; twilio: Record<string, string> }
      resolve({
        page,
        env: {
          ROUNDSMAN_TWILIO_URL: twilio['url'],
          ROUNDSMAN_TWILIO_ACCOUNT_SID: twilio['accountSid'],
          ROUNDSMAN_TWILIO_AUTH_TOKEN: twilio['authToken'],
          ROUNDSMAN_TWILIO_FROM: twilio['from'],
        },
      })
    })
  })
}
