import { createElement, Fragment, type ReactElement } from 'react'
import { toast } from 'react-hot-toast/headless'

/** A button of a toast. */
interface Answer {
  label: string
  run: () => void
}
interface Choice {
  answers: readonly Answer[]
  /** What is said below the question. */
  detail?: string
  /** It was closed without one of them. */
  onClose?: () => void
}
const choices = new Map<string, Choice>()
const noChoice: Choice = { answers: [] }
export const choiceOf = (toastId: string): Choice => choices.get(toastId) ?? noChoice

export function takeAway(toastId: string): void {
  choices.delete(toastId)
  toast.dismiss(toastId)
}

/** Takes away every toast. */
export function clearToasts(): void {
  choices.clear()
  toast.remove()
}

/** Shows a short word for a while, at the place that the user chose. */
export function showSuccess(text: string): void {
  toast.success(text)
}

/** Says what went wrong; stays until it is closed. */
export function showError(text: string): void {
  toast.error(text)
}

/** As `showSuccess`, with a button that takes back what was just done. */
export function showWithUndo(text: string, undo: Answer): void {
  choices.set(toast.success(text), { answers: [undo] })
}

/**
 * Asks, with a button for each answer; stays until it is answered or closed (P929).
 *
 * @param before a question that it is asked in the place of
 * @returns what names it
 */
export function showQuestion(text: string, choice: Choice, before?: string): string {
  const { detail } = choice
  const question = createElement('strong', null, text)
  const said = createElement(Fragment, null, question, detail && createElement('small', null, detail))
  const id = toast(said, { duration: Number.POSITIVE_INFINITY, ...(before !== undefined && { id: before }) })
  choices.set(id, choice)
  return id
}

/** Shows more than a word; what `stays` until it is closed is what must not be missed. */
export function showToast(message: ReactElement, { stays }: { stays: boolean }): void {
  // With a picture of its own.
  const show = stays ? toast.error : toast
  show(message, { icon: createElement(Fragment) })
}
