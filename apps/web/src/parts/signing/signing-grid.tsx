import type { NetworkStatus } from '@roundsman/contract/networks/validators'
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { GridLetters } from '../../data/network/details.ts'
import { useStreamedBlocks } from '../../data/network/streamed-blocks.ts'
import { blockFacts, cellsOf } from './block-facts.ts'
import { BlockTip, useBlockLabel } from './block-tip.tsx'
import { cellAfterKey, cellAt, GridCanvas, type GridShape, gridShape } from './grid-canvas.tsx'
import { styled } from '../../ui/theme/styled.tsx'

interface Props {
  letters: GridLetters
  /** Which blocks get the mark of what is not proven, as `gridProofs` gives them. */
  marks: string
  status: NetworkStatus | undefined
}

interface Place {
  height: number
  /** It stays until it is closed, so that its link can be followed. */
  pinned: boolean
}

/** Time runs left to right in every language. */
const Frame = styled('div')({ direction: 'ltr', position: 'relative', minHeight: 100 })
const Stop = styled('div')(({ theme }) => ({
  position: 'relative',
  width: 'fit-content',
  cursor: 'crosshair',
  touchAction: 'manipulation',
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: 2 },
}))
const Mark = styled('span')(({ theme }) => ({
  position: 'absolute',
  boxSizing: 'border-box',
  pointerEvents: 'none',
  borderRadius: 2,
  border: `2px solid ${theme.vars.palette.text.primary}`,
  '@media (forced-colors: active)': { borderColor: 'Highlight' },
}))

/**
 * The blocks as cells. The pointer, or the arrow keys, tell of one: height, letter and time; a click or Enter keeps it
 * open, with the way to the explorer. For screen readers it is a slider whose value is a sentence.
 */
export function SigningGrid({ letters, marks, status }: Props) {
  const { t } = useTranslation('validator')
  const streamed = useStreamedBlocks()
  const labelOf = useBlockLabel()
  const [frame, width] = useWidth()
  const [place, setPlace] = useState<Place | null>(null)
  const count = letters.letters.length
  const cells = useMemo(() => cellsOf(letters), [letters])
  const shape = useMemo(() => gridShape(count, width), [count, width])
  const last = letters.from + count - 1
  const index = place === null ? null : place.height - letters.from
  const shown = index !== null && index >= 0 && index < count ? index : null
  const factsAt = (at: number) => blockFacts(letters, at, { streamed, status })
  const focused = labelOf(factsAt(shown ?? count - 1))

  const stop = useRef<HTMLDivElement>(null)

  const point = (event: MouseEvent<HTMLElement>) => {
    if (place?.pinned) return
    const at = pointedCell(event, shape, count)
    setPlace(at === null ? null : { height: letters.from + at, pinned: false })
  }
  const unpoint = () => setPlace((before) => (before?.pinned ? before : null))
  const press = (event: MouseEvent<HTMLElement>) => {
    const at = pointedCell(event, shape, count)
    if (at === null) return
    const height = letters.from + at
    setPlace((before) => (before?.pinned && before.height === height ? null : { height, pinned: true }))
  }
  /** The keyboard goes on at the grid, also where what was closed had it. */
  const close = () => {
    setPlace(null)
    stop.current?.focus({ preventScroll: true })
  }
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || place === null) return
    close()
    event.stopPropagation()
  }
  const keyDown = (event: KeyboardEvent) => {
    // Those are the browser's: the page before, the end of this one.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' && shown !== null) {
      setPlace({ height: letters.from + shown, pinned: true })
      event.preventDefault()
      return
    }
    const next = cellAfterKey(event.key, shown ?? count, count, shape)
    if (next === null) return
    event.preventDefault()
    setPlace({ height: letters.from + next, pinned: false })
  }

  return (
    <Frame ref={frame} onKeyDown={escape}>
      <Stop
        ref={stop}
        role="slider"
        tabIndex={0}
        aria-label={t('signing.slider')}
        aria-valuemin={letters.from}
        aria-valuemax={last}
        aria-valuenow={shown === null ? last : letters.from + shown}
        aria-valuetext={focused}
        onPointerMove={point}
        // Not before the finger is up: one that scrolls the page begins here too.
        onClick={press}
        onPointerLeave={unpoint}
        onBlur={unpoint}
        onKeyDown={keyDown}
      >
        {width > 0 ? <GridCanvas cells={cells} marks={marks} shape={shape} /> : null}
        {shown === null ? null : <Mark style={cellBox(shown, shape)} />}
      </Stop>
      {shown === null || !place ? null : (
        <BlockTip
          facts={factsAt(shown)}
          pinned={place.pinned}
          left={(shown % shape.columns) * shape.pitch}
          top={(Math.floor(shown / shape.columns) + 1) * shape.pitch}
          width={width}
          onClose={close}
        />
      )}
    </Frame>
  )
}

function cellBox(index: number, { columns, pitch }: GridShape) {
  return {
    left: (index % columns) * pitch - 2,
    top: Math.floor(index / columns) * pitch - 2,
    width: pitch + 3,
    height: pitch + 3,
  }
}

function pointedCell(event: MouseEvent<HTMLElement>, shape: GridShape, count: number): number | null {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return cellAt(shape, count, event.clientX - left, event.clientY - top)
}

/** Px that there is room for; 0 until it is known. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [frame, width] as const
}
