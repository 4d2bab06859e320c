/** Texts that pages may name as their own (app/pages.ts). Apart from i18n.ts, which tells the compiler every key. */
export type PageTexts = 'account' | 'alerts' | 'bridges' | 'charts' | 'history' | 'list' | 'validator'
