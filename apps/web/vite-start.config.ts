import { buildSync, transformSync } from 'esbuild'
import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'
import { type PageRules, pages } from './src/app/pages/pages.ts'
import en from './src/i18n/en.json' with { type: 'json' }
import ru from './src/i18n/ru.json' with { type: 'json' }
import uk from './src/i18n/uk.json' with { type: 'json' }
import type { PageParts, SignInTexts } from './src/start/page-parts.ts'
import { accentColors, accents } from './src/ui/theme/accents.ts'
import { darkPalette, lightPalette } from './src/ui/theme/palette.ts'
import type {} from './src/ui/theme/theme-types.ts'

type Bundle = Rolldown.OutputBundle

/** The font of most texts, which is there when the page is drawn or soon after. */
const fontFile = /inter-latin-opsz/
/** The texts of every page, by their file without the language. */
const everyText = ['']

/** Whatever a page imports besides what every page has: files below src/, and texts. */
function besides({ layout, screen, texts = [] }: PageRules): { modules: string[]; names: string[] } {
  const shell = layout === 'shell'
  return {
    modules: [...(shell ? ['app/frame.tsx'] : []), ...(screen.startsWith('features/') ? [screen] : [])],
    names: [...everyText, ...(shell ? ['shell.'] : []), ...texts.map((name) => `${name}.`)],
  }
}

/**
 * Completes index.html: the script that runs before anything is painted (src/start/before-paint.ts) stands in it, and
 * in a build the rules of the fonts too, so that no sheet holds up the first paint.
 */
export const startScript: Plugin = {
  name: 'start-script',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const script = scriptOf(bundle ? partsOf(bundle) : null)
      const page = bundle ? partByPart(withSheetInside(html, bundle)) : html
      return page.replace(
        '<!--before-paint-->',
        () => `<script nonce="__CSP_NONCE__">${script.replaceAll('</', '<\\/')}</script>`,
      )
    },
  },
}

function scriptOf(parts: PageParts | null): string {
  const { outputFiles } = buildSync({
    entryPoints: [`${import.meta.dirname}/src/start/before-paint.ts`],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: {
      builtParts: JSON.stringify(parts),
      builtSignIn: JSON.stringify({
        style: signInStyle(),
        texts: { en: signInTexts(en), ru: signInTexts(ru), uk: signInTexts(uk) },
      }),
    },
  })
  return outputFiles[0]?.text.trim() ?? ''
}

function signInTexts({ account, app }: Pick<typeof en, 'account' | 'app'>): SignInTexts {
  return {
    title: account.signInTitle,
    on: account.on.replace('{{product}}', 'Roundsman'),
    email: account.email,
    password: account.password,
    forgot: account.forgot,
    submit: account.signIn,
    newHere: account.newHere,
    create: account.create,
    promise: app.promise,
  }
}

/** The rules of the form that stands before the program, with the colors of the theme in front of them. */
function signInStyle(): string {
  const colors = (['light', 'dark'] as const).flatMap((scheme) => {
    const { background, text, divider, control, strip } = scheme === 'light' ? lightPalette : darkPalette
    const ofScheme = `--ground:${background?.default};--paper:${background?.paper};--sunken:${background?.sunken};--text:${text?.primary};--soft:${text?.secondary};--line:${divider};--edge:${control};--bar:${strip?.signed}`
    const ofAccent = Object.entries(accents).map(([name, accent]) => {
      const { strong, text: link, focusRing } = accentColors(accent, scheme)
      return `[data-scheme=${scheme}][data-accent=${name}] .early{--strong:${strong};--link:${link};--ring:${focusRing}}`
    })
    return [`[data-scheme=${scheme}] .early{${ofScheme}}`, ...ofAccent]
  })
  const skin =
    '[data-skin=default] .early{--ground:#F6F6FA}[data-skin=default][data-scheme=dark] .early{--ground:#1A1B2B}'
  const rules = readFileSync(`${import.meta.dirname}/src/start/early-sign-in.css`, 'utf8')
  return transformSync(`${colors.join('')}${skin}${rules}`, { loader: 'css', minify: true, target: 'es2022' })
    .code
}

function withSheetInside(html: string, bundle: Bundle): string {
  return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g, (_tag, file: string) => {
    const sheet = bundle[file]
    if (sheet?.type !== 'asset') throw new Error(`The build has no sheet ${file}.`)
    return `<style nonce="__CSP_NONCE__">${String(sheet.source)}</style>`
  })
}

/**
 * What the program imports is run as scripts before it, in order: each in a task of its own and as soon as it is there,
 * so that the browser is free in between. They are asked for before all else, since they are most of what comes, and
 * over HTTP/1.1 only six files are under way at a time (docs/decisions/022-slow-phone.md).
 */
function partByPart(html: string): string {
  const preload = /\s*<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g
  const program = /\s*<script type="module"[^>]* src="[^"]+"[^>]*><\/script>/
  const scripts = [...html.matchAll(preload)].map(
    ([, file]) => `<script type="module" nonce="__CSP_NONCE__" crossorigin src="${file}"></script>`,
  )
  const [main] = program.exec(html) ?? []
  if (main === undefined) throw new Error('The built index.html has no program.')
  return html
    .replaceAll(preload, '')
    .replace(program, '')
    .replace('<!--boot-->', (boot) => `${[...scripts, main.trim()].join('\n    ')}\n    ${boot}`)
}

function partsOf(bundle: Bundle): PageParts {
  return {
    fonts: Object.keys(bundle)
      .filter((file) => fontFile.test(file))
      .map((file) => `/${file}`),
    pages: pages.map((page) => {
      const { modules, names } = besides(page)
      const textsOf = (code: string) =>
        names.map((name) => `/${chunkOf(bundle, `i18n/${name}${code}.json`).fileName}`)
      const files = modules.flatMap((module) => filesOf(bundle, chunkOf(bundle, module)))
      return {
        path: page.path,
        withList: page.layout === 'shell',
        forSignIn: page.path === '/login' || page.guard === 'members',
        parts: [...new Set(files)].map((file) => `/${file}`),
        texts: { en: textsOf('en'), ru: textsOf('ru'), uk: textsOf('uk') },
      }
    }),
  }
}

function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.facadeModuleId?.endsWith(`/src/${module}`)) return file
  throw new Error(`The build has no part for ${module}.`)
}

/** A chunk and what it imports, without what the program itself has. */
function filesOf(bundle: Bundle, chunk: Rolldown.OutputChunk): string[] {
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
  const program = new Set(entry ? withImports(bundle, entry.fileName) : [])
  return withImports(bundle, chunk.fileName).filter((file) => !program.has(file))
}

function withImports(bundle: Bundle, name: string): string[] {
  const files = new Set<string>([name])
  // What is added while it is walked through is walked through too.
  for (const file of files) {
    const chunk = bundle[file]
    if (chunk?.type === 'chunk') for (const next of chunk.imports) files.add(next)
  }
  return [...files]
}
