import { readFileSync } from 'node:fs'
import fastify from 'fastify'

// A Fastify route that sends a file's bytes and does nothing else. Usage: tsx bench/src/baselines/bare-route.ts <file>
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: bare-route.ts <file>')
const body = readFileSync(file)
const app = fastify()
app.get('/', (_request, reply) => reply.type('application/json').send(body))
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
