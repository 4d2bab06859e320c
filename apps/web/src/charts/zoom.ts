import type { ChartModel } from './chart-model.ts'

/** A part of the time of a chart, Unix seconds. */
export interface Part {
  from: number
  to: number
}

/** Points that a part has at the least: fewer show nothing of how something changed. */
const leastPoints = 4

/** The part as whole points; null where there are too few of them in it. */
export function wholePoints({ from, to }: Part, times: readonly number[]): Part | null {
  const inside = times.filter((time) => time >= from && time <= to)
  const first = inside[0]
  const last = inside.at(-1)
  return first === undefined || last === undefined || inside.length < leastPoints
    ? null
    : { from: first, to: last }
}

/** Half of what is shown, around a time; null where nothing smaller can be shown. */
export function zoomedIn({ from, to }: Part, around: number, times: readonly number[]): Part | null {
  const half = (to - from) / 4
  const middle = Math.min(to - half, Math.max(from + half, around))
  const part = wholePoints({ from: middle - half, to: middle + half }, times)
  return part && part.to - part.from < to - from ? part : null
}

/** Twice what is shown; null: everything. */
export function zoomedOut({ from, to }: Part, times: readonly number[]): Part | null {
  const half = (to - from) / 2
  const part = wholePoints({ from: from - half, to: to + half }, times)
  const [first] = times
  return part === null || (part.from === first && part.to === times.at(-1)) ? null : part
}

/** Where two fingers are, as shares of the width of a chart. */
type Fingers = readonly [number, number]
/** Fingers that are nearer to each other than this share say nothing of how far they went apart. */
const leastApart = 0.03

/** Whether two fingers are so far apart that they can zoom. */
function areApart([one, other]: Fingers): boolean {
  return Math.abs(other - one) >= leastApart
}

/**
 * The part after two fingers moved: the times that were under them still are, as far as there are any. null where too
 * little would be shown.
 */
export function pinched(
  { from, to }: Part,
  { before, after }: { before: Fingers; after: Fingers },
  times: readonly number[],
): Part | null {
  const [first, last] = [times[0], times.at(-1)]
  const scale = (before[1] - before[0]) / (after[1] - after[0])
  if (first === undefined || last === undefined || !areApart(before) || !areApart(after) || scale <= 0)
    return null
  const length = (to - from) * scale
  const begin = from + before[0] * (to - from) - after[0] * length
  const part = { from: Math.max(first, begin), to: Math.min(last, begin + length) }
  return wholePoints(part, times) === null ? null : part
}

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
