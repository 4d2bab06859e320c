/** x/slashing's own bookkeeping for one validator, written down as the module does it: a bitmap and two counters. */
interface SlashingModel {
  startHeight: number
  indexOffset: number
  missed: number
  jailedAt: number | null
  /** Judges the vote for `height`, in the block above it. */
  vote(height: number, isMissed: boolean): void
}

export function createSlashingModel(rules: {
  window: number
  maxMissed: number
  startHeight: number
}): SlashingModel {
  const bits = new Array<boolean>(rules.window).fill(false)
  const model: SlashingModel = {
    startHeight: rules.startHeight,
    indexOffset: 0,
    missed: 0,
    jailedAt: null,
    vote(height, isMissed) {
      if (model.jailedAt !== null) return
      const place = model.indexOffset % rules.window
      model.indexOffset++
      if (bits[place] !== isMissed) model.missed += isMissed ? 1 : -1
      bits[place] = isMissed
      const block = height + 1
      if (block > rules.startHeight + rules.window && model.missed > rules.maxMissed) model.jailedAt = block
    },
  }
  return model
}
