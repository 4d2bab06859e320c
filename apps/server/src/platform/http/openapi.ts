import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { HttpServer } from './http-server.ts'

/** Collects the routes that are added after it into an OpenAPI 3.1 document. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Roundsman',
        version: '1',
        description: 'Validators and bridges of proof-of-stake networks.',
      },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  })
}

/** `GET /api/openapi.json`; the document is made once, after all routes are there. */
export function addOpenApiRoute(server: HttpServer): void {
  let document: ReturnType<FastifyInstance['swagger']> | undefined
  server.add('openapi', async () => {
    document ??= server.fastify.swagger()
    return {
      status: 200,
      body: document as { openapi: string },
      headers: { 'cache-control': 'public, max-age=300' },
    }
  })
}
