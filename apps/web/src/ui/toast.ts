import { createElement, Fragment, type ReactElement } from 'react'
import { toast } from 'react-hot-toast/headless'

/** What a toast offers beside its words. */
interface Offer {
  label: string
  run: () => void
}
const offers = new Map<string, readonly Offer[]>()
export const offersOf = (toastId: string): readonly Offer[] => offers.get(toastId) ?? []

/** Takes away every toast. */
export function clearToasts(): void {
  offers.clear()
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
export function showWithUndo(text: string, undo: Offer): void {
  showWithChoice(text, [undo])
}

/** As `showSuccess`, with a button for each answer that there is. Called, it takes it away. */
export function showWithChoice(text: string, choice: readonly Offer[]): () => void {
  const id = toast.success(text)
  offers.set(id, choice)
  return () => toast.dismiss(id)
}

/** Shows more than a word; what `stays` until it is closed is what must not be missed. */
export function showToast(message: ReactElement, { stays }: { stays: boolean }): void {
  // With a picture of its own.
  const show = stays ? toast.error : toast
  show(message, { icon: createElement(Fragment) })
}
