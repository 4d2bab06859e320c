import type { Plugin, Rolldown } from 'vite'

/** The chunk of each module of a first load, known when all modules are. */
const chunks = new Map<string, string>()

/**
 * Few chunks, because many small ones compress worse and cost a request each (docs/rules/page.md P41): every page
 * begins with `libraries`, `kit` (of the user interface) and `app`; the sign-in page goes on with `account`, the others
 * with `shell`. The kit is apart from the other libraries because a browser runs a chunk in one go.
 */
export const chooseChunks: Plugin = {
  name: 'choose-chunks',
  apply: 'build',
  buildEnd() {
    const reach = (name: string) => {
      const found = new Set<string>()
      const queue = [...this.getModuleIds()].filter((id) => id.endsWith(name))
      for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
        if (found.has(id)) continue
        found.add(id)
        queue.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
      return found
    }
    const main = reach('/src/main.tsx')
    const account = reach('/src/features/accounts/sign-in-page.tsx')
    const shell = reach('/src/app/frame.tsx')
    const list = reach('/src/features/validators/validators-page.tsx')
    for (const id of new Set([...main, ...account, ...shell])) {
      // Files that are asked for by name stay chunks of their own.
      if (/(index\.html|main\.tsx|frame\.tsx|-page\.tsx)$/.test(id) && !/app\/[\w-]+-page\.tsx$/.test(id))
        continue
      const everywhere = main.has(id) || (account.has(id) && (shell.has(id) || list.has(id)))
      const own = account.has(id) ? 'account' : 'shell'
      chunks.set(id, everywhere ? shared(id) : own)
    }
  },
}

function shared(id: string): string {
  if (!id.includes('node_modules')) return 'app'
  return /node_modules\/(@mui|@emotion|stylis)\//.test(id) ? 'kit' : 'libraries'
}

export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: ['libraries', 'kit', 'app', 'account', 'shell'].map((name) => ({
    name,
    test: (id) => chunks.get(id) === name,
  })),
}

/** Only withTheme of Emotion would use them, and nothing here does. */
export const unused = {
  test: /node_modules\/(hoist-non-react-statics|react-is)\//,
  sideEffects: false,
} as const

const nothing = '\0no-ripple'
/** The ripple of the library's buttons, which the theme turns off everywhere (ui/theme/component-overrides.ts). */
export const withoutRipple: Plugin = {
  name: 'without-ripple',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/TouchRipple.mjs') && importer?.includes('@mui/material/ButtonBase') ? nothing : null,
  load: (id) => (id === nothing ? 'export default () => null' : null),
}
