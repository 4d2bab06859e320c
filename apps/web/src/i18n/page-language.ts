import type { Language } from '@roundsman/contract/accounts/users'

/** What a page may be asked for. Arabic is for its direction: its texts are the English ones. */
export type PageLanguage = Language | 'ar'

/** A test compares this with the contract, which is not imported here for the size of the script of index.html. */
const known: readonly PageLanguage[] = ['en', 'ru', 'uk', 'ar']

/** The language of a tag such as `uk-UA`; null where it is none of ours. */
export function pageLanguageOf(tag: string | null): PageLanguage | null {
  const code = tag?.toLowerCase().split(/[-_]/)[0]
  return known.find((one) => one === code) ?? null
}

/** Arabic is read from right to left, every other language here from left to right. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return language.slice(0, 2).toLowerCase() === 'ar' ? 'rtl' : 'ltr'
}

/** Texts that pages may name as their own (app/pages/pages.ts). Apart from i18n.ts, which tells the compiler every key. */
export type PageTexts =
  | 'account'
  | 'alerts'
  | 'bridges'
  | 'charts'
  | 'contacts'
  | 'governance'
  | 'history'
  | 'list'
  | 'quiet'
  | 'silences'
  | 'teams'
  | 'validator'
