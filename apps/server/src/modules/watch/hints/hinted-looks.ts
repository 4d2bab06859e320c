import { createLookBudget, type LookBudget } from './look-budget.ts'

/**
 * What became of a hint: `look` at once; `noted` for the end of the look that is under way; `known` already; `bounded`,
 * since this endpoint has caused enough looks.
 */
export type HintOutcome = 'look' | 'noted' | 'known' | 'bounded'

/** Turns announced heights into looks at the chain. Nothing is believed: a look finds out, or does not. */
export interface HintedLooks {
  hear(host: string, height: number): HintOutcome
  /** A look begins; gives the hosts that have announced more than is known. */
  begin(): string[]
  /** It went well; gives the ms until the next one, `pauseMs` where no hint shortens it. */
  end(pauseMs: number): number
}

export interface HintedLooksDeps {
  clock: { monotonic(): number }
  /** The newest height that is believed; null before the first. */
  head(): number | null
  blockTimeMs(): number | null
}

/**
 * An announced block may reach the endpoint in use a little later than the one that announced it: so many more looks,
 * after these pauses. Then the ordinary pace has it.
 */
const againAfterMs = [30, 60, 120, 240]

interface Source {
  budget: LookBudget
  /** What it announced and nobody has shown yet; `looks` have been taken for it. */
  wanted: { height: number; looks: number } | null
}

export function createHintedLooks({ clock, head, blockTimeMs }: HintedLooksDeps): HintedLooks {
  /** By host: as many as the catalogue has. */
  const sources = new Map<string, Source>()
  /** False from the beginning of a look to its good end: after an error the loop's own back-off holds. */
  let mayWake = true

  function sourceOf(host: string): Source {
    const source = sources.get(host) ?? { budget: createLookBudget(), wanted: null }
    sources.set(host, source)
    return source
  }

  const mayLook = ({ budget }: Source) => budget.take(clock.monotonic(), blockTimeMs())

  return {
    hear(host, height) {
      const known = head()
      if (known === null || height <= known) return 'known'
      const source = sourceOf(host)
      if (source.wanted?.looks === 0) source.wanted.height = Math.max(source.wanted.height, height)
      else if (mayLook(source)) source.wanted = { height, looks: 0 }
      else return 'bounded'
      return mayWake ? 'look' : 'noted'
    },
    begin() {
      mayWake = false
      const wanting = [...sources].filter(([, { wanted }]) => wanted !== null)
      for (const [, { wanted }] of wanting) if (wanted !== null) wanted.looks += 1
      return wanting.map(([host]) => host)
    },
    end(pauseMs) {
      mayWake = true
      const known = head() ?? 0
      let pause = pauseMs
      for (const source of sources.values()) {
        const { wanted } = source
        if (wanted === null) continue
        if (wanted.height <= known) source.wanted = null
        // Announced while the look was under way, and paid for.
        else if (wanted.looks === 0) pause = 0
        else {
          const again = againAfterMs[wanted.looks - 1]
          if (again !== undefined && again < pause && mayLook(source)) pause = again
          else source.wanted = null
        }
      }
      return pause
    },
  }
}
