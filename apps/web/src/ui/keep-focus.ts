/**
 * For the `ref` of a region with `tabIndex={-1}`: where the control that has the focus goes away, the region gets it,
 * and neither keyboard nor screen reader begins at the top of the page again. A control that takes no focus while it
 * works gets it back, unless it was put elsewhere meanwhile.
 */
export function keepFocus(region: HTMLElement): () => void
export function keepFocus(region: HTMLElement | null): (() => void) | undefined
export function keepFocus(region: HTMLElement | null): (() => void) | undefined {
  if (region === null) return undefined
  let held: EventTarget | null = null
  const note = (event: FocusEvent) => {
    held = event.target
  }
  // Whoever points beside a control has given its focus away; whoever points at it moves no focus, so none is noted.
  const forget = ({ target }: Event) => {
    if (!(held instanceof Node && target instanceof Node && held.contains(target))) held = null
  }
  const observer = new MutationObserver((changes) => {
    if (!(held instanceof HTMLElement)) return
    const isLost = region.ownerDocument.activeElement === region.ownerDocument.body
    if (!held.isConnected) {
      held = null
      if (isLost) region.focus({ preventScroll: true })
    } else if (isLost && changes.some(({ target, type }) => type === 'attributes' && target === held))
      held.focus({ preventScroll: true })
  })
  region.addEventListener('focusin', note)
  region.ownerDocument.addEventListener('pointerdown', forget, true)
  observer.observe(region, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    observer.disconnect()
    region.removeEventListener('focusin', note)
    region.ownerDocument.removeEventListener('pointerdown', forget, true)
  }
}
