import { type Message, ProblemError } from '../../platform/http/problem-error.ts'
import { fieldTexts } from './account-texts.data.ts'

/** Refuses fields with U+0000, the one character that PostgreSQL cannot store in a text. */
export function requireStorable(fields: Readonly<Record<string, string | undefined>>): void {
  const errors: Record<string, readonly Message[]> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value?.includes('\u0000')) errors[name] = [fieldTexts.text]
  }
  if (Object.keys(errors).length > 0) throw new ProblemError('validation_failed', { errors })
}
