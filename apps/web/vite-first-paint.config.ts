import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** Fetches the text font together with the program, so that nothing moves when it arrives. */
const fontFile = /inter-latin-opsz/
/** Whatever a page imports besides what every page has. Patterns of paths, the most special first. */
const pages: readonly (readonly [path: string, modules: readonly string[], texts: readonly string[]])[] = [
  ['^/$', ['app/frame.tsx', 'validators/validators-page.tsx'], ['', 'shell.']],
  ['^/settings', ['app/frame.tsx', 'settings/settings-page.tsx'], ['', 'shell.', 'account.']],
  ['^/(bridges|charts|alerts)', ['app/frame.tsx'], ['', 'shell.']],
  ['^/login$', ['accounts/sign-in-page.tsx'], ['']],
  ['^/', [], ['']],
]
const languages = ['en', 'ru', 'uk'] as const

/**
 * What the browser would find out late, index.html says at once: the rules of the fonts stand in it, so that no sheet
 * holds up the first paint, and the parts of the page that the address asks for, its texts and its font are fetched
 * beside the program instead of after it.
 */
export const firstPaint: Plugin = {
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => (bundle ? withProgram(withSheetInside(html, bundle), bundle) : html),
  },
}

function withSheetInside(html: string, bundle: Bundle): string {
  return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g, (_tag, file: string) => {
    const sheet = bundle[file]
    if (sheet?.type !== 'asset') throw new Error(`The build has no sheet ${file}.`)
    return `<style nonce="__CSP_NONCE__">${String(sheet.source)}</style>`
  })
}

/**
 * None of the program is needed for the first paint: the page waits behind its splash, or behind its first view. A
 * script of index.html fetches and runs it part by part, so the tags that would do it by themselves are taken out.
 */
function withProgram(html: string, bundle: Bundle): string {
  const parts: string[] = []
  const taken = (_tag: string, file: string) => {
    parts.push(file)
    return ''
  }
  const rest = html
    .replace(/ *<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>\n/g, taken)
    .replace(/ *<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>\n/, taken)
  const fonts = Object.keys(bundle).filter((file) => fontFile.test(file))
  const program: Program = { parts, fonts: fonts.map((file) => `/${file}`), pages: partsOfPages(bundle) }
  return rest.replace('null /* program */', () => JSON.stringify(program))
}

/** What index.html fetches. Places of files on the site. */
interface Program {
  /** In the order that they run. */
  parts: string[]
  fonts: string[]
  /** By pattern of paths: what the page is made of besides, and its texts by language. */
  pages: [path: string, parts: string[], texts: Record<string, string[]>][]
}

function partsOfPages(bundle: Bundle): Program['pages'] {
  return pages.map(([path, modules, texts]) => [
    path,
    [...new Set(modules.flatMap((module) => filesOf(bundle, chunkOf(bundle, module))))].map(
      (file) => `/${file}`,
    ),
    Object.fromEntries(
      languages.map((code) => [
        code,
        texts.map((name) => `/${chunkOf(bundle, `i18n/${name}${code}.json`).fileName}`),
      ]),
    ),
  ])
}

function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.facadeModuleId?.endsWith(`/${module}`)) return file
  throw new Error(`The build has no part for ${module}: vite-first-paint.config.ts names one that is gone.`)
}

/** A chunk and what it imports, without what the program itself has. */
function filesOf(bundle: Bundle, chunk: Rolldown.OutputChunk): string[] {
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
  const has = new Set(entry?.type === 'chunk' ? [entry.fileName, ...entry.imports] : [])
  const files = new Set<string>()
  const queue = [chunk.fileName]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (has.has(name) || files.has(name)) continue
    files.add(name)
    const file = bundle[name]
    if (file?.type === 'chunk') queue.push(...file.imports)
  }
  return [...files]
}
