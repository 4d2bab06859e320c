import { networkOfHost } from '@roundsman/contract/networks/network-of-host'
import type { Boot } from '@roundsman/contract/networks/networks'
import type { Language } from '@roundsman/contract/accounts/users'
import { askEarly, browserFetch, commonHeaders, listPaths, profilePath } from '../data/browser/http.ts'
import { browserStorage, tabStorage } from '../data/browser/storage.ts'
import { chooseAppearance } from './choose-appearance.ts'
import { showEarlySignIn } from './early-sign-in.ts'
import type { PageParts, SignInTexts } from './page-parts.ts'
import { pageAt, preloadParts } from './preload-parts.ts'
import { watchStart } from './start-failure.ts'

// The script of index.html, written into it by the build (vite-start.config.ts). It runs before anything is painted.

/** Null in development, where Vite finds the parts by itself. */
declare const builtParts: PageParts | null
declare const builtSignIn: { style: string; texts: Record<Language, SignInTexts> }

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
const written = document.getElementById('boot')?.textContent
const boot = written ? (JSON.parse(written) as Boot) : null
const network = boot && networkOfHost(boot, location.hostname)
const nonce = document.currentScript?.nonce ?? ''
window.roundsmanAnswers = askEarly(
  browserFetch,
  commonHeaders(appearance.language, browserStorage),
  page?.withList && network ? listPaths(network.blockchain_id) : [],
)
if (builtParts !== null) preloadParts(page, builtParts, appearance.language, nonce)
// A notice would stand above it, and is the program's to show.
if (page?.forSignIn && boot?.notice === null)
  void window.roundsmanAnswers[profilePath]?.then(({ status }) => {
    const splash = document.querySelector<HTMLElement>('.splash')
    if (![401, 403].includes(status) || splash === null) return
    const asked = `${location.pathname}${location.search}`
    window.roundsmanSignIn = showEarlySignIn({
      splash,
      nonce,
      style: builtSignIn.style,
      texts: builtSignIn.texts[appearance.language],
      network: network?.name ?? '',
      next:
        location.pathname === '/login'
          ? new URLSearchParams(location.search).get('next')
          : asked === '/'
            ? null
            : asked,
      otherWays: Number('PublicKeyCredential' in window) + Number(boot.google_client_id !== null),
    })
  })
