import type * as z from 'zod/v4/core'
import type { Message } from './problem-error.ts'

const required: Message = { en: 'Required.', ru: 'Обязательное поле.', uk: "Обов'язкове поле." }
const notValid: Message = { en: 'Not valid.', ru: 'Неверное значение.', uk: 'Неправильне значення.' }
const notAnEmail: Message = {
  en: 'Not a valid e-mail address.',
  ru: 'Неверный адрес электронной почты.',
  uk: 'Неправильна адреса електронної пошти.',
}

/** What is wrong with each field, in every language; the body as a whole is called `body`. */
export function validationMessages(
  issues: readonly z.$ZodIssue[],
  input: unknown,
): Record<string, Message[]> {
  const fields: Record<string, Message[]> = {}
  for (const issue of issues) {
    const field = issue.path.length === 0 ? 'body' : issue.path.map(String).join('.')
    const messages = (fields[field] ??= [])
    messages.push(messageOf(issue, input))
  }
  return fields
}

function messageOf(issue: z.$ZodIssue, input: unknown): Message {
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(input, issue.path) === undefined ? required : notValid
    case 'too_small':
      if (issue.origin !== 'string') return atLeast(String(issue.minimum))
      return issue.minimum === 1 ? required : charactersAtLeast(String(issue.minimum))
    case 'too_big':
      return issue.origin === 'string'
        ? charactersAtMost(String(issue.maximum))
        : atMost(String(issue.maximum))
    case 'invalid_format':
      return issue.format === 'email' ? notAnEmail : notValid
    default:
      return notValid
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

const atLeast = (n: string): Message => ({
  en: `At least ${n}.`,
  ru: `Не меньше ${n}.`,
  uk: `Не менше ${n}.`,
})
const atMost = (n: string): Message => ({ en: `At most ${n}.`, ru: `Не больше ${n}.`, uk: `Не більше ${n}.` })
const charactersAtLeast = (n: string): Message => ({
  en: `At least ${n} characters.`,
  ru: `Не короче ${n} символов.`,
  uk: `Не коротше ${n} символів.`,
})
const charactersAtMost = (n: string): Message => ({
  en: `At most ${n} characters.`,
  ru: `Не длиннее ${n} символов.`,
  uk: `Не довше ${n} символів.`,
})
