import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useState } from 'react'
import { VisuallyHidden } from '../known.tsx'
import { styled } from '../theme/styled.tsx'

interface Props {
  /** Rows (`data-row`) with a strip each. */
  children: ReactNode
  /** What there is to say of a block of a row, counted back from the newest, which is 0. Null: there is no such block. */
  describe: (row: string, back: number) => string | null
}

interface Place {
  row: string
  back: number
  /** Px on the screen: the middle of the block, and the upper edge of the strip. */
  x: number
  y: number
  byKey: boolean
}

const Tip = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  position: 'fixed',
  zIndex: theme.zIndex.tooltip,
  transform: 'translate(-50%, -100%)',
  padding: '3px 8px',
  borderRadius: 6,
  whiteSpace: 'nowrap',
  pointerEvents: 'none',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.raised,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  boxShadow: theme.vars.palette.shadow,
}))
/** Half of the widest tip, so that none leaves the screen. */
const halfTip = 120

/**
 * Tells of the block under the pointer. By keyboard: on the stop of a row (`data-stop`), the left arrow goes to its
 * newest block and on to older ones, the right one back; time runs left to right whatever the language does. One for
 * all strips, so that no row is drawn anew.
 */
export function StripCursor({ children, describe }: Props) {
  const [place, setPlace] = useState<Place | null>(null)
  const isOpen = place !== null
  useEffect(() => {
    if (!isOpen) return
    const close = () => setPlace(null)
    window.addEventListener('scroll', close, { passive: true })
    return () => window.removeEventListener('scroll', close)
  }, [isOpen])

  const move = (event: PointerEvent) => {
    const strip = event.target instanceof Element ? event.target.closest('[data-strip]') : null
    if (strip === null) setPlace((before) => (before?.byKey ? before : null))
    else setPlace(placeIn(strip, backAt(strip, event.clientX), false))
  }
  const press = (event: KeyboardEvent) => {
    const stop = event.target instanceof Element ? event.target.closest('[data-stop]') : null
    const step = { ArrowLeft: 1, ArrowRight: -1 }[event.key]
    const strip = stop?.closest('[data-row]')?.querySelector('[data-strip]')
    if (strip && step !== undefined) {
      event.preventDefault()
      const back = (place?.byKey ? place.back : -1) + step
      setPlace(back < 0 ? null : placeIn(strip, back, true))
    } else if (isOpen) setPlace(null)
  }
  const text = place && describe(place.row, place.back)

  return (
    <div
      onPointerMove={move}
      onPointerDown={move}
      onPointerLeave={() => setPlace(null)}
      onKeyDown={press}
      onBlur={() => setPlace(null)}
    >
      {children}
      {place && text !== null ? (
        <Tip
          role="tooltip"
          style={{
            left: Math.min(Math.max(place.x, halfTip), Math.max(halfTip, window.innerWidth - halfTip)),
            top: place.y - 4,
          }}
        >
          {text}
        </Tip>
      ) : null}
      <VisuallyHidden aria-live="polite">{place?.byKey ? text : null}</VisuallyHidden>
    </div>
  )
}

/** Which block of a strip is at a place of the screen, counted back from the newest. */
function backAt(strip: Element, x: number): number {
  const { left, width } = strip.getBoundingClientRect()
  const blocks = blocksOf(strip)
  const at = Math.floor(((x - left) / width) * blocks)
  return blocks - 1 - Math.min(blocks - 1, Math.max(0, at))
}

/** Null where the strip has no block as old as that. */
function placeIn(strip: Element, back: number, byKey: boolean): Place | null {
  const row = strip.closest<HTMLElement>('[data-row]')?.dataset['row']
  const blocks = blocksOf(strip)
  if (row === undefined) return null
  const last = Math.min(back, blocks - 1)
  const { left, top, width } = strip.getBoundingClientRect()
  return { row, back: last, x: left + ((blocks - last - 0.5) / blocks) * width, y: top, byKey }
}

function blocksOf(strip: Element): number {
  return Number(strip.getAttribute('data-strip'))
}
