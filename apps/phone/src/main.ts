import path from 'node:path'
import { parseArgs } from 'node:util'
import { createPhone } from './phone.ts'
import { createPhoneServer } from './phone-server.ts'

const usage = `A phone that stands in for Twilio: its page shows each SMS, rings and speaks each call.

  --port N      port of its page, 0 for any free one (0)
  --host NAME   host to listen on (127.0.0.1)

Prints one line of JSON: {"page": "http://…", "twilio": {"url": …, "accountSid": …, "authToken": …, "from": …}}`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    help: { type: 'boolean', default: false },
  },
})
const port = Number(values.port)

if (values.help) {
  console.log(usage)
} else if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error('--port must be from 0 to 65535')
  process.exitCode = 2
} else {
  const phone = await createPhone(
    (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    (message) => console.error(`phone: ${message}`),
  )
  const server = createPhoneServer(phone, path.join(import.meta.dirname, 'assets'))
  const listening = new URL(await server.listen({ port, host: values.host })).port
  console.log(JSON.stringify({ page: `http://localhost:${listening}`, twilio: phone.account }))
  const stop = () => {
    void Promise.all([server.close(), phone.close()]).then(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
