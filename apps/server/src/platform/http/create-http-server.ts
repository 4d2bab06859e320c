import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import { type EndpointName, endpoints } from '@roundsman/contract/endpoints'
import { type FastifyInstance, fastify, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { Load } from '../load.loop.ts'
import { addEndpoint } from './add-endpoint.ts'
import { answerClientError, answerProblem } from './answer-problem.ts'
import { addFormParser, addJsonParser, addUploadParser } from './body-parsers.ts'
import { createGatekeeper, missingProblem } from './gatekeeper.ts'
import type { Handler, HttpHooks, HttpLimits, HttpServer, MachineCall } from './http-server.ts'
import { addOpenApi } from './machine.routes.ts'
import { observeRequests } from './observe-requests.ts'
import { addPages } from './pages.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { brotliParams, compressFrom, encodings } from './send-json.ts'

interface HttpServerDeps {
  clock: Clock
  ids: Ids
  log: Logger
  metrics: Registry
  hooks: HttpHooks
  limits: HttpLimits
  /** How busy the process is; else it never is. */
  load?: Load
  /** Addresses and ranges whose X-Forwarded-* count. */
  trustedProxies: readonly string[]
  /** False: only the endpoints for machines answer (health, metrics). */
  servesWeb: boolean
  /** Directory of the built web app; without one, pages say so. */
  webRoot: URL | null
  /** People sign in with Google's script, which pages must allow. */
  withGoogle?: boolean
}

const idle: Load = { isHigh: () => false }

/** The server with everything that holds for all requests; modules add their endpoints to it. Nothing listens yet. */
export async function createHttpServer(deps: HttpServerDeps): Promise<HttpServer> {
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => deps.ids.uuid(),
    requestIdHeader: false,
    // Few requests leave a line, and these say the id themselves.
    childLoggerFactory: (logger) => logger,
    trustProxy: deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false,
    bodyLimit: deps.limits.bodyBytes,
    requestTimeout: deps.limits.requestMs,
    // Open streams write a comment every 15 s; what is silent for longer is gone.
    connectionTimeout: 120_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    http: { headersTimeout: deps.limits.headersMs, connectionsCheckingInterval: 2_000 },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply),
  }) as unknown as FastifyInstance
  app.setErrorHandler(answerProblem)
  // Validation is ours (in the language of the caller), serialization plain: the schemas describe, tests compare.
  app.setValidatorCompiler(() => (value: unknown) => ({ value }))
  app.setSerializerCompiler(() => (value: unknown) => JSON.stringify(value))
  addJsonParser(app)
  addFormParser(app)
  await addUploadParser(app)
  // Loaded for its `serialize`, in a scope without routes: what requests send is read where it is needed.
  await app.register((scope) => scope.register(cookie, { hook: false }))
  await app.register(compress, {
    threshold: compressFrom,
    encodings: [...encodings],
    customTypes: /^(application\/(problem\+)?json|text\/(html|plain|css))/,
    brotliOptions: { params: brotliParams },
    globalDecompression: false,
  })
  await app.register(rateLimit, { global: false })
  await addOpenApi(app)
  observeRequests(app, deps.metrics, deps.limits)
  app.addHook('onRequest', await createSecurityHeaders())
  app.addHook('onRequest', createGatekeeper(app, deps.hooks, deps.limits, deps.clock, deps.load ?? idle))
  app.setNotFoundHandler((request, reply) => answerProblem(missingProblem(request), request, reply))
  if (deps.servesWeb) await addPages(app, deps.ids, deps.hooks.boot, deps)

  const added = new Set<string>()
  function add<N extends EndpointName>(name: N, handler: Handler<N>, machine?: MachineCall): void {
    if (added.has(name)) throw new Error(`The endpoint ${name} is added twice.`)
    added.add(name)
    if (!deps.servesWeb && name !== 'health' && name !== 'metrics') return
    const endpoint = endpoints[name]
    addEndpoint(app, { name, endpoint, handler, hooks: deps.hooks, ...(machine ? { machine } : {}) })
  }
  return {
    fastify: app,
    add: (name, handler) => add(name, handler),
    addMachine: (name, machine, handler) => add(name, handler, machine),
  }
}
