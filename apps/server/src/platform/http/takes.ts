import type { Endpoint } from '@roundsman/contract/endpoint'

// What each route says of its body, for the parsers.
declare module 'fastify' {
  interface FastifyContextConfig {
    takes?: NonNullable<Endpoint['takes']>
  }
}
