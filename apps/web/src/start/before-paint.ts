import { networkOfHost } from '@roundsman/contract/networks/network-of-host'
import type { Boot } from '@roundsman/contract/networks/networks'
import { askEarly, browserFetch, commonHeaders, listPaths } from '../data/browser/http.ts'
import { browserStorage, tabStorage } from '../data/browser/storage.ts'
import { chooseAppearance } from './choose-appearance.ts'
import type { PageParts } from './page-parts.ts'
import { pageAt, preloadParts } from './preload-parts.ts'
import { watchStart } from './start-failure.ts'

// The script of index.html, written into it by the build (vite-start.config.ts). It runs before anything is painted.

/** Null in development, where Vite finds the parts by itself. */
declare const builtParts: PageParts | null

const root = document.documentElement
const appearance = chooseAppearance({
  search: location.search,
  cookie: browserStorage.cookie,
  local: browserStorage.read,
  session: tabStorage.read,
  languages: [...navigator.languages, root.lang],
  path: location.pathname,
  systemIsDark: matchMedia('(prefers-color-scheme: dark)').matches,
})
root.lang = appearance.language
root.dir = appearance.direction
root.setAttribute('data-scheme', appearance.scheme)
root.setAttribute('data-skin', appearance.skin)
root.setAttribute('data-accent', appearance.themeColor)

watchStart(appearance.language)
const page = builtParts === null ? undefined : pageAt(builtParts, location.pathname)
const boot = document.getElementById('boot')?.textContent
window.roundsmanAnswers = askEarly(
  browserFetch,
  commonHeaders(appearance.language, browserStorage),
  page?.withList && boot
    ? listPaths(networkOfHost(JSON.parse(boot) as Boot, location.hostname).blockchain_id)
    : [],
)
if (builtParts !== null)
  preloadParts(page, builtParts, appearance.language, document.currentScript?.nonce ?? '')
