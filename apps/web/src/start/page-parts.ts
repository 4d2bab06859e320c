import type { Language } from '@roundsman/contract/accounts/users'

// Apart from preload-parts.ts: the build, which has no DOM, reads it too.

/** What each page is made of besides the program itself; places of files on the site (vite-start.config.ts). */
export interface PageParts {
  fonts: readonly string[]
  pages: readonly {
    path: string
    /** It stands in the shell, whose bar shows the state of the list. */
    withList: boolean
    /** Guests see the sign-in form at its address. */
    forSignIn: boolean
    parts: readonly string[]
    texts: Readonly<Record<Language, readonly string[]>>
  }[]
}

/** The words of the form, as the page has them (i18n/en.json). */
export type SignInTexts = Record<
  'title' | 'on' | 'email' | 'password' | 'forgot' | 'submit' | 'newHere' | 'create' | 'promise',
  string
>
