import { createElement, Fragment, type ReactElement } from 'react'

let said = false

/** Takes away whatever is being said. */
export function hush(): void {
  // Not loaded means that nothing was ever said.
  if (!said) return
  offers.clear()
  void import('react-hot-toast/headless').then(({ toast }) => toast.remove())
}

/** Shows a short word for a while, at the place that the user chose; loaded when there is something to say. */
export function say(text: string): void {
  said = true
  void import('react-hot-toast/headless').then(({ toast }) => toast.success(text))
}

/** Shows more than a word; what `stays` until it is closed is what must not be missed. */
export function showToast(message: ReactElement, { stays }: { stays: boolean }): void {
  said = true
  void import('react-hot-toast/headless').then(({ toast }) =>
    // With a picture of its own.
    (stays ? toast.error : toast)(message, { icon: createElement(Fragment) }),
  )
}

/** Says what went wrong; stays until it is closed. */
export function sayWrong(text: string): void {
  said = true
  void import('react-hot-toast/headless').then(({ toast }) => toast.error(text))
}

/** What a toast offers beside its words. */
interface Offer {
  label: string
  run: () => void
}
const offers = new Map<string, Offer>()
export const offerOf = (toastId: string): Offer | undefined => offers.get(toastId)

/** As `say`, with a button that takes back what was just done. */
export function sayWithUndo(text: string, undo: Offer): void {
  said = true
  void import('react-hot-toast/headless').then(({ toast }) => offers.set(toast.success(text), undo))
}
