import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDrawnStrips } from './drawn-strips.tsx'

interface Bar {
  color: string
  rect: [x: number, y: number, width: number, height: number]
}

/** As the browser says how wide a canvas is, once it is laid out. */
let layOut: (canvas: Element, width: number) => void
/** Bars drawn on each canvas since it was last cleared, and how often it was. */
const drawn = new Map<HTMLCanvasElement, { bars: Bar[]; times: number }>()

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(run: (entries: unknown[]) => void) {
        layOut = (target, width) => run([{ target, contentRect: { width } }])
      }
      observe = () => undefined
      unobserve = () => undefined
    },
  )
  vi.stubGlobal('matchMedia', () => ({
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal('devicePixelRatio', 1)
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    configurable: true,
    value(this: HTMLCanvasElement) {
      const kept: { bars: Bar[]; times: number } = { bars: [], times: (drawn.get(this)?.times ?? 0) + 1 }
      drawn.set(this, kept)
      return {
        fillStyle: '',
        clearRect: () => undefined,
        fillRect(...rect: Bar['rect']) {
          kept.bars.push({ color: this.fillStyle, rect })
        },
      }
    },
  })
})
afterEach(() => {
  drawn.clear()
  document.documentElement.removeAttribute('data-scheme')
  vi.unstubAllGlobals()
})

function canvasIn(strips: ReturnType<typeof createDrawnStrips>, row: number) {
  const canvas = document.createElement('canvas')
  for (const kind of ['signed', 'proposed', 'nil', 'missed', 'unseen'])
    canvas.style.setProperty(`--strip-${kind}`, kind)
  return { canvas, leave: strips.join(canvas, row) }
}

const say = (letters: string) => `Last blocks: ${letters}`
const barsOf = (canvas: HTMLCanvasElement) => drawn.get(canvas)?.bars.map(({ rect }) => rect)

describe('the strips of a list', () => {
  it('P590, P25: signed stands on the line at 14, missed hangs below it, whatever the order', () => {
    const strips = createDrawnStrips(5, say)
    const { canvas } = canvasIn(strips, 1)
    strips.show(new Map([[1, 'spnm-']]))
    expect(drawn.get(canvas)?.bars).toEqual([
      { color: 'signed', rect: [0, 6, 3, 8] },
      { color: 'proposed', rect: [4, 2, 3, 12] },
      { color: 'nil', rect: [8, 10, 3, 4] },
      { color: 'missed', rect: [12, 15, 3, 7] },
      { color: 'unseen', rect: [16, 12, 2, 2] },
    ])
    expect(canvas.getAttribute('aria-label')).toBe('Last blocks: spnm-')
  })
  it('P590: draws only what has changed, and says the newest', () => {
    const strips = createDrawnStrips(4, say)
    const [steady, missing] = [canvasIn(strips, 1).canvas, canvasIn(strips, 2).canvas]
    strips.show(
      new Map([
        [1, 'ssss'],
        [2, 'sssm'],
      ]),
    )
    strips.show(
      new Map([
        [1, 'ssss'],
        [2, 'ssmm'],
      ]),
    )
    expect(drawn.get(steady)?.times).toBe(1)
    expect(drawn.get(missing)?.times).toBe(2)
    expect(missing.getAttribute('aria-label')).toBe('Last blocks: ssmm')
  })
  it('P590: draws a row that comes later, and none that is gone', () => {
    const strips = createDrawnStrips(2, say)
    strips.show(new Map([[1, 'sm']]))
    const { canvas, leave } = canvasIn(strips, 1)
    expect(drawn.get(canvas)?.times).toBe(1)
    leave()
    strips.show(new Map([[1, 'ms']]))
    expect(drawn.get(canvas)?.times).toBe(1)
  })
  it('P590: stands on whole pixels at each width and density', () => {
    const strips = createDrawnStrips(60, say)
    const { canvas } = canvasIn(strips, 1)
    strips.show(new Map([[1, 's'.repeat(60)]]))
    layOut(canvas, 179.25)
    const narrow = barsOf(canvas) ?? []
    expect(narrow.map(([x, , width]) => [x, width])).toEqual(
      Array.from({ length: 60 }, (_bar, at) => [at * 3, 2]),
    )
    vi.stubGlobal('devicePixelRatio', 1.5)
    layOut(canvas, 239)
    expect(canvas.width).toBe(358)
    const dense = barsOf(canvas) ?? []
    expect(dense.flat().every(Number.isInteger)).toBe(true)
    // Between two bars there is always room.
    expect(dense.every(([x, , width], at) => at === 59 || x + width < (dense[at + 1]?.[0] ?? 0))).toBe(true)
  })
  it('P590: is drawn anew in the colors of another scheme', async () => {
    const strips = createDrawnStrips(1, say)
    const { canvas } = canvasIn(strips, 1)
    strips.show(new Map([[1, 's']]))
    canvas.style.setProperty('--strip-signed', 'other')
    document.documentElement.setAttribute('data-scheme', 'dark')
    await vi.waitFor(() => expect(drawn.get(canvas)?.bars[0]?.color).toBe('other'))
  })
})
