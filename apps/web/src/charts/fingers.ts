import type { ChartModel } from './chart-model.ts'
import { areApart, type Fingers, type Part, pinched } from './zoom.ts'

interface Deps {
  /** What the plot is drawn with. */
  model: () => ChartModel
  /** One finger, at a share of the width. */
  onPoint: (share: number) => void
  /** The part that two fingers show, while they move. */
  onPinch: (part: Part) => void
  /** They do not any more. */
  onPinched: () => void
}

/**
 * Fingers (and pens) on a plot: one that moves along it points, two zoom; up and down they scroll the page. What is
 * listened to goes with the element.
 */
export function listenToFingers(over: HTMLElement, { model, onPoint, onPinch, onPinched }: Deps): void {
  const fingers = new Map<number, number>()
  let begun: { part: Part; fingers: Fingers } | null = null
  let hasPinched = false
  const shareOf = ({ clientX }: PointerEvent) => {
    const { left, width } = over.getBoundingClientRect()
    return (clientX - left) / width
  }
  const twoOf = (): Fingers | null => {
    const [one, other] = fingers.values()
    return one === undefined || other === undefined ? null : [one, other]
  }
  /** From where they are when there is enough between them. */
  const begin = () => {
    const { from, to } = model()
    const now = twoOf()
    if (now && areApart(now)) begun ??= { part: { from, to }, fingers: now }
  }
  const down = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') return
    fingers.set(event.pointerId, shareOf(event))
    hasPinched ||= fingers.size > 1
    begin()
  }
  const move = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') return
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, shareOf(event))
    const now = twoOf()
    if (now === null) {
      // The one of two fingers that is left means nothing.
      if (!hasPinched) onPoint(shareOf(event))
      return
    }
    begin()
    const part = begun && pinched(begun.part, { before: begun.fingers, after: now }, model().times)
    if (part) onPinch(part)
  }
  const end = ({ pointerId }: PointerEvent) => {
    fingers.delete(pointerId)
    if (begun) onPinched()
    begun = null
    if (fingers.size === 0) hasPinched = false
  }
  over.style.touchAction = 'pan-y'
  over.addEventListener('pointerdown', down)
  over.addEventListener('pointermove', move)
  over.addEventListener('pointerup', end)
  over.addEventListener('pointercancel', end)
  // Two fingers that go up and down as well would begin to scroll, and be gone.
  const hold = (event: TouchEvent) => {
    if (event.touches.length > 1) event.preventDefault()
  }
  over.addEventListener('touchstart', hold, { passive: false })
}
