import { type RefCallback, useCallback } from 'react'
import type { Draft } from './drafts.ts'
import { useServices } from './services.ts'

/**
 * Keeps what stands in a form of plain inputs while the session is lost (P82). The ref goes to the form; `name` tells
 * it from other forms.
 */
export function useDraft(name: string): RefCallback<HTMLFormElement> {
  const { drafts, session } = useServices()
  return useCallback(
    (form) => {
      if (!form) return
      for (const [field, value] of Object.entries(drafts.read(name) ?? {})) {
        const input = fieldsOf(form).find((one) => one.name === field)
        if (input) input.value = value
      }
      const note = () => drafts.write(name, draftOf(form))
      const drop = () => drafts.drop(name)
      form.addEventListener('input', note)
      form.addEventListener('reset', drop)
      return () => {
        form.removeEventListener('input', note)
        form.removeEventListener('reset', drop)
        // Whoever leaves a form of their own will has left it.
        if (session.user()) drop()
      }
    },
    [drafts, session, name],
  )
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (one): one is Field =>
      one instanceof HTMLSelectElement ||
      one instanceof HTMLTextAreaElement ||
      (one instanceof HTMLInputElement && ['text', 'email', 'tel', 'search', 'url'].includes(one.type)),
  )
}

function draftOf(form: HTMLFormElement): Draft {
  const kept = fieldsOf(form).filter(
    // A password that is shown is of type text.
    (one) => one.name !== '' && !/password|one-time-code/.test(one.autocomplete),
  )
  return Object.fromEntries(kept.map((one) => [one.name, one.value]))
}
