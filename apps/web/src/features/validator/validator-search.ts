/** Blocks that the signing grid may show. */
export const gridRanges = ['500', '1000', '5000', '10000'] as const
export type GridRange = (typeof gridRanges)[number]
export const usualRange: GridRange = '1000'

interface ValidatorSearch {
  blocks?: GridRange
}

/** Takes from an address what it understands; the usual range is not said. Small: every first load has it. */
export function parseValidatorSearch(search: Readonly<Record<string, unknown>>): ValidatorSearch {
  const blocks = gridRanges.find((known) => known === search['blocks'])
  return blocks === undefined || blocks === usualRange ? {} : { blocks }
}
