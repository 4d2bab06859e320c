/** The sign-in form that index.html shows while the program is on its way (start/early-sign-in.ts). */
export interface EarlyForm {
  /** The field that had the focus last; null: something else had. */
  readonly focused: 'email' | 'password' | null
  /** It was sent: the program is to do that. */
  readonly submitted: boolean
  readonly fields: Readonly<Record<'email' | 'password', HTMLInputElement>>
  remove(): void
}

declare global {
  interface Window {
    roundsmanSignIn?: EarlyForm | undefined
  }
}

/**
 * Moves into the form of the page, which has fields of the same names, what the early one holds: values, focus, and
 * what is selected. Then the early one goes.
 *
 * @returns whether it was sent already
 */
export function takeOverEarlyForm(form: HTMLFormElement): boolean {
  const early = window.roundsmanSignIn
  if (early === undefined) return false
  // The program's first field takes the focus when it is drawn, so what had it is read before.
  const { focused, submitted, fields } = early
  for (const [name, from] of Object.entries(fields)) {
    const to = form.elements.namedItem(name)
    if (!(to instanceof HTMLInputElement)) continue
    to.value = from.value
    if (name !== focused) continue
    to.focus({ preventScroll: true })
    // Fields for addresses do not say what is selected in them; their cursor stands at the end.
    if (from.selectionStart !== null) to.setSelectionRange(from.selectionStart, from.selectionEnd)
  }
  removeEarlyForm()
  return submitted
}

/** Where another page than the one for signing in is shown after all. */
export function removeEarlyForm(): void {
  window.roundsmanSignIn?.remove()
  window.roundsmanSignIn = undefined
}
