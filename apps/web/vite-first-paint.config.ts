import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

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
 * holds up the first paint, and the parts of the page that the address asks for, and its texts, are fetched beside the
 * program instead of after it.
 */
export const firstPaint: Plugin = {
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return html
      return {
        html: withPartsApart(withSheetInside(html, bundle)),
        tags: [...fontTags(bundle), partsTag(bundle)],
      }
    },
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
 * Each part of the program is a script of its own, so that the browser runs them one by one and is free between them;
 * `async`, because none of them is needed for the first paint: the page waits behind its splash.
 */
function withPartsApart(html: string): string {
  const scripts: string[] = []
  const rest = html
    .replace(/ *<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>\n/g, (_tag, file: string) => {
      scripts.push(file)
      return ''
    })
    .replace(/ *<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>\n/, (_tag, file: string) => {
      scripts.push(file)
      return ''
    })
  const tags = scripts.map(
    (file) =>
      `<script type="module" async fetchpriority="low" crossorigin src="${file}" nonce="__CSP_NONCE__"></script>\n`,
  )
  return rest.replace('</body>', `${tags.join('')}</body>`)
}

function fontTags(bundle: Bundle): HtmlTagDescriptor[] {
  return Object.keys(bundle)
    .filter((file) => fontFile.test(file))
    .map((file) => ({
      tag: 'link',
      attrs: {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        href: `/${file}`,
        crossorigin: '',
        fetchpriority: 'low',
      },
      injectTo: 'head',
    }))
}

/** A script of a few lines: the address and the language that the one before it found out choose what is fetched. */
function partsTag(bundle: Bundle): HtmlTagDescriptor {
  const known = pages.map(([path, modules, texts]) => [
    path,
    [...new Set(modules.flatMap((module) => filesOf(bundle, chunkOf(bundle, module))))],
    Object.fromEntries(
      languages.map((code) => [
        code,
        texts.map((name) => chunkOf(bundle, `i18n/${name}${code}.json`).fileName),
      ]),
    ),
  ])
  return {
    tag: 'script',
    attrs: { nonce: '__CSP_NONCE__' },
    children: `;(function(){var all=${JSON.stringify(known)},d=document;for(var i=0;i<all.length;i++)if(new RegExp(all[i][0]).test(location.pathname)){all[i][1].concat(all[i][2][d.documentElement.lang]).forEach(function(file){var link=d.createElement('link');link.rel='modulepreload';link.href='/'+file;link.fetchPriority='low';d.head.appendChild(link)});break}})()`,
    injectTo: 'head',
  }
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
