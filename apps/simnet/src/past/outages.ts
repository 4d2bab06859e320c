/** Blocks that a validator missed in a row, or nearly so. Times are of headers, Unix ms. */
export interface PastOutage {
  index: number
  blocks: number
  firstHeight: number
  lastHeight: number
  from: number
  to: number
  /** Height and time of its tenth missed block; null: it has fewer. */
  tenth: { height: number; at: number } | null
}

/** As the product has it (W160): three in a row begin one, ten that were not missed end it. */
const BEGINS_AFTER = 3
export const ENDS_AFTER = 10

interface Open extends PastOutage {
  inARow: number
}

export interface OutageKeeper {
  /** In order of height. */
  missed(height: number, absent: readonly number[]): void
  /** Ends those that are under way. */
  end(): PastOutage[]
}

/** Finds outages in who missed which block. `timeOf`: of a header, Unix ms. */
export function keepOutages(validators: number, timeOf: (height: number) => number): OutageKeeper {
  const open = new Array<Open | null>(validators).fill(null)
  const ended: PastOutage[] = []

  function close(one: Open): void {
    if (one.blocks < BEGINS_AFTER) return
    const { inARow: _row, ...outage } = one
    ended.push({ ...outage, from: timeOf(one.firstHeight), to: timeOf(one.lastHeight) })
  }

  return {
    missed(height, absent) {
      for (const index of absent) {
        const before = open[index] ?? null
        const isBegun = before !== null && before.blocks >= BEGINS_AFTER
        const goesOn = before !== null && height - before.lastHeight <= (isBegun ? ENDS_AFTER : 1)
        if (before === null || !goesOn) {
          if (before !== null) close(before)
          open[index] = begin(index, height)
          continue
        }
        before.inARow = height === before.lastHeight + 1 ? before.inARow + 1 : 1
        before.blocks += 1
        before.lastHeight = height
        if (before.inARow === 10 && before.tenth === null) before.tenth = { height, at: timeOf(height) }
      }
    },
    end() {
      for (const one of open) if (one !== null) close(one)
      return ended
    },
  }
}

function begin(index: number, height: number): Open {
  return { index, blocks: 1, firstHeight: height, lastHeight: height, from: 0, to: 0, tenth: null, inARow: 1 }
}
