import { existsSync } from 'node:fs'
import { isAllowed } from '@roundsman/contract/abilities'
import { Boot, networkOfHost } from '@roundsman/contract/networks'
import { type Language, languages } from '@roundsman/contract/users'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { HttpHooks } from './hooks.ts'

type Page = '/login' | '/'
/** The program that the build of the web app leaves for the server (apps/web/src/first-view). */
interface Program {
  renderFirstView(ask: {
    page: Page
    language: Language
    boot: Boot
    host: string
    now: number
  }): Promise<{ html: string; styles: string }>
}

/**
 * What index.html has in two places: style elements in the head, with `__CSP_NONCE__` in the place of the nonce, and a
 * template for each language in the body.
 */
export interface FirstView {
  styles: string
  templates: string
}
export type FirstViews = (request: FastifyRequest) => Promise<FirstView>

interface Deps {
  webRoot: URL
  hooks: Pick<HttpHooks, 'authenticate' | 'boot'>
  clock: Clock
  log: Logger
}

const nothing: FirstView = { styles: '', templates: '' }
/** The list is drawn for a phone: below this width there is no room for a table (apps/web, columns.ts). */
const media = { '/': '(max-width:899.95px)', '/login': 'all' } as const

/**
 * What visitors see until the program runs (docs/decisions/010-first-view.md): the sign-in page for guests, the list
 * of validators on small screens for members. Drawn once for each network and page, with nothing of the visitor in
 * it. Any other page, and a sign-in page that is not known before (Google's button), begins with the splash.
 */
export async function createFirstViews({ webRoot, hooks, clock, log }: Deps): Promise<FirstViews> {
  const file = new URL('.first-view/render-first-view.js', webRoot)
  if (!existsSync(file)) return () => Promise.resolve(nothing)
  const { renderFirstView } = (await import(file.href)) as Program
  const drawn = new Map<string, Promise<FirstView>>()

  async function draw(page: Page, boot: Boot, host: string): Promise<FirstView> {
    let styles = ''
    let templates = ''
    for (const language of languages) {
      const view = await renderFirstView({ page, language, boot, host, now: clock.now() })
      styles = view.styles
      templates += templateOf(page, language, view.html)
    }
    return { styles, templates }
  }

  async function find(request: FastifyRequest): Promise<FirstView> {
    const page = pageOf(request.url)
    if (page === null) return nothing
    const boot = z.parse(Boot, JSON.parse(hooks.boot(request)))
    const network = networkOfHost(boot, request.hostname)
    const caller = await hooks.authenticate(request)
    const reads = isAllowed(caller?.abilities ?? [], 'read', network.access)
    if (page === '/login' ? caller !== null || boot.google_client_id !== null : !reads) return nothing
    // The year stands at the foot of the page.
    const key = `${page} ${network.blockchain_id} ${new Date(clock.now()).getFullYear()}`
    const known = drawn.get(key) ?? draw(page, boot, network.host)
    drawn.set(key, known)
    return known
  }

  return (request) =>
    find(request).catch((error: unknown) => {
      log.error({ err: error, path: request.url }, 'no first view: the page begins with its splash')
      return nothing
    })
}

/** The page whose first view is known, from the address; null: none. A query chooses what the list shows. */
function pageOf(url: string): Page | null {
  return /^\/login(\?|$)/.test(url) ? '/login' : url === '/' ? '/' : null
}

function templateOf(page: Page, language: Language, html: string): string {
  const view = `<div class="first-view" inert aria-hidden="true">${html}</div>`
  return `<template data-first-view="${language}" data-media="${media[page]}">${view}</template>`
}
