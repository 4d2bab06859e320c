import { type RefCallback, useCallback, useEffect } from 'react'
import { useServices } from './services.ts'
import type { Draft } from './session.ts'

/**
 * Keeps what stands in a form of plain inputs while the session is lost (P82). The ref goes to the form.
 * @param name tells it from other forms; without one nothing is kept
 * @param sent true once what stands in it has reached the server
 */
export function useDraft(name: string | undefined, sent: boolean): RefCallback<HTMLFormElement> {
  const { drafts, session } = useServices()
  useEffect(() => {
    if (sent && name !== undefined) drafts.drop(name)
  }, [sent, name, drafts])
  return useCallback(
    (form) => {
      if (!form || name === undefined) return
      for (const [field, value] of Object.entries(drafts.read(name) ?? {})) {
        const input = fieldsOf(form).find((one) => one.name === field)
        if (input) input.value = value
      }
      const note = () => drafts.write(name, draftOf(form))
      form.addEventListener('input', note)
      return () => {
        form.removeEventListener('input', note)
        // Whoever leaves a form of their own will has left it.
        if (session.user()) drafts.drop(name)
      }
    },
    [drafts, session, name],
  )
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Fields of text and choice. Those of passwords and codes are none, also while a password is shown as text. */
function fieldsOf(form: HTMLFormElement): Field[] {
  const secret = /password|one-time-code/
  const types = ['text', 'email', 'tel', 'search', 'url']
  return [...form.elements]
    .filter(
      (one): one is Field =>
        one instanceof HTMLSelectElement ||
        one instanceof HTMLTextAreaElement ||
        (one instanceof HTMLInputElement && types.includes(one.type)),
    )
    .filter((one) => one.name !== '' && !secret.test(one.getAttribute('autocomplete') ?? ''))
}

function draftOf(form: HTMLFormElement): Draft {
  return Object.fromEntries(fieldsOf(form).map((one) => [one.name, one.value]))
}
