import type { Subject, Trigger } from './condition.ts'

export const languages = ['en', 'ru', 'uk'] as const
export type Language = (typeof languages)[number]

export interface SettingText {
  name: string
  description: string
}

/**
 * Texts of a language by subject. `{share}`, `{blocks}`, `{count}`, `{clean}`, `{time}` and `{window}` are filled in
 * from the condition (fill-text.ts). null: nobody is told of the end.
 */
export type Texts = Record<
  Subject,
  Record<'FALSE_TO_TRUE', SettingText> & Record<Trigger, SettingText | null>
>
