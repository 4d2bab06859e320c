import { readFileSync } from 'node:fs'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Phone } from './phone.ts'

/** Where the page's files lie: index.html, phone.css and page.js. */
type PageFolder = string

const files: Readonly<Record<string, { name: string; type: string }>> = {
  '/': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/phone.css': { name: 'phone.css', type: 'text/css; charset=utf-8' },
  '/page.js': { name: 'page.js', type: 'text/javascript; charset=utf-8' },
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'"

/** The owner's side of a phone: its page, what came in as it comes, and what its owner does. */
export function createPhoneServer(phone: Phone, folder: PageFolder): FastifyInstance {
  const server = Fastify({ forceCloseConnections: true })

  // Pages of others know names of their own for this machine, and may not press keys.
  server.addHook('onRequest', async (request, reply) => {
    const isOwn = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.headers.host ?? '')
    const site = request.headers['sec-fetch-site']
    const isOthers = request.method !== 'GET' && site !== undefined && site !== 'same-origin'
    if (!isOwn || isOthers)
      return reply.code(403).send({ detail: 'Open the phone by the address that the demo prints.' })
    void reply.header('content-security-policy', policy).header('x-content-type-options', 'nosniff')
    return undefined
  })

  for (const [at, { name, type }] of Object.entries(files))
    server.get(at, (_request, reply) => reply.type(type).send(readFileSync(path.join(folder, name))))

  server.get('/items', async () => ({ items: phone.items() }))

  server.get('/stream', (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    const send = () => reply.raw.write(`data: ${JSON.stringify(phone.items())}\n\n`)
    const stop = phone.watch(send)
    request.raw.once('close', stop)
    send()
  })

  server.post<{ Params: { sid: string; what: string }; Querystring: { key?: string } }>(
    '/calls/:sid/:what',
    async ({ params: { sid, what }, query: { key = '' } }, reply) => {
      if (what === 'answer') await phone.answer(sid)
      else if (what === 'decline') await phone.decline(sid)
      else if (what === 'hang-up') await phone.hangUp(sid)
      else if (what === 'press' && /^[\d*#]$/.test(key)) await phone.press(sid, key)
      else return reply.code(400).send({ detail: 'answer, decline, hang-up, or press with one key' })
      return reply.code(204).send()
    },
  )
  return server
}
