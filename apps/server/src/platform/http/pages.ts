import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ids } from '../ids.ts'
import { missingProblem } from './gatekeeper.ts'
import type { HttpHooks } from './http-server.ts'
import { pagePolicy } from './security-headers.ts'

const notBuilt =
  '<!doctype html><title>Roundsman</title><p>The web app is not built. Build it with <code>npm run build</code>.'

/**
 * Serves the built web app: its files by name, and its one page for every address of a screen.
 * @param withGoogle people sign in with Google's script, which pages must allow
 */
export async function addPages(
  app: FastifyInstance,
  ids: Ids,
  boot: HttpHooks['boot'],
  { webRoot, withGoogle = false }: { webRoot: URL | null; withGoogle?: boolean },
): Promise<void> {
  const index = webRoot === null ? null : new URL('index.html', webRoot)
  const template = index !== null && existsSync(index) ? readFileSync(index, 'utf8') : notBuilt
  if (webRoot !== null && template !== notBuilt) {
    await app.register(fastifyStatic, {
      root: fileURLToPath(webRoot),
      wildcard: false,
      index: false,
      preCompressed: true,
      globIgnore: ['**/index.html*', '**/*.{br,gz}'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', cachingOf(path))
      },
    })
  }
  const refuse = async (request: FastifyRequest) => {
    if (!isPage(request.url)) throw missingProblem(request)
  }
  const page = { config: { access: 'page' as const }, schema: { hide: true }, onRequest: refuse }
  app.get('/*', page, async (request, reply) => {
    const nonce = ids.token(16)
    // Google's script talks to the window that it opens.
    if (withGoogle) void reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
    return reply
      .header('content-security-policy', pagePolicy(nonce, withGoogle))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(pageOf(template, nonce, boot(request)))
  })
}

function cachingOf(path: string): string {
  // Names in assets/ carry a hash of what is inside.
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  // A browser keeps a service worker for months; how it is updated must not hang on what caches have (P624).
  return path.endsWith('/push-worker.js') ? 'no-cache' : 'public, max-age=3600'
}

/** Addresses of screens: nothing of the API, and no file. */
function isPage(url: string): boolean {
  const path = url.split('?')[0] ?? ''
  return !/^\/(api|v1)(\/|$)/.test(path) && !path.slice(path.lastIndexOf('/')).includes('.')
}

function pageOf(template: string, nonce: string, boot: string): string {
  const script = `<script nonce="${nonce}" type="application/json" id="boot">${escapeForScript(boot)}</script>`
  // The nonce first, so that no text of a catalogue asks for it; then by function, because a text may hold what
  // `replace` takes for a pattern.
  return template.replaceAll('__CSP_NONCE__', nonce).replace('<!--boot-->', () => script)
}

/** So that no text of a catalogue can end the script element it stands in. */
function escapeForScript(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}
