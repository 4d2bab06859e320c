import type { FigureColumn } from './validator-figures.ts'

const figures = ['rank', 'missed', 'tokens', 'share', 'commission'] as const satisfies readonly FigureColumn[]

/**
 * The figure of a card below its uptime: what the cards are sorted by, unless a card shows that anyway (name, state,
 * uptime); then the tokens.
 */
export function cardFigure(sorting: readonly { id: string }[]): FigureColumn {
  return figures.find((id) => id === sorting[0]?.id) ?? 'tokens'
}
