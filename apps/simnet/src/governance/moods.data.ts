/** How validators vote by themselves: share of those who vote at all, then of each option among them. */
export interface Mood {
  turnout: number
  yes: number
  abstain: number
  no: number
}

type Temper = 'landslide' | 'popular' | 'disputed' | 'unwanted' | 'vetoed' | 'ignored'

/** What is left of one is no with veto. */
export const moods: Readonly<Record<Temper, Mood>> = {
  landslide: { turnout: 0.97, yes: 0.97, abstain: 0.02, no: 0.01 },
  popular: { turnout: 0.88, yes: 0.84, abstain: 0.06, no: 0.07 },
  /** Enough for an ordinary proposal, not for an expedited one. */
  disputed: { turnout: 0.85, yes: 0.52, abstain: 0.1, no: 0.34 },
  unwanted: { turnout: 0.82, yes: 0.2, abstain: 0.1, no: 0.65 },
  vetoed: { turnout: 0.85, yes: 0.12, abstain: 0.05, no: 0.18 },
  /** Below the quorum. */
  ignored: { turnout: 0.16, yes: 0.8, abstain: 0.1, no: 0.1 },
}

/** Which one meets a proposal, by chance: upper end of its share of all. */
export const temperShares: readonly (readonly [number, Temper])[] = [
  [0.52, 'popular'],
  [0.68, 'disputed'],
  [0.8, 'unwanted'],
  [0.89, 'vetoed'],
  [1, 'ignored'],
]
