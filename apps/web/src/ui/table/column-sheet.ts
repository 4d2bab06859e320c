import type { CSSObject } from '@mui/material/styles'

/** Columns that a table has no room for in a frame that is narrower. */
interface Step {
  /** Rem. */
  below: number
  without: readonly string[]
}

/**
 * The sheet of a frame around a table: each column is as wide as its custom property says (`var(--lag)`), and has no
 * width in a frame that is too narrow for it. Widths are in rem and hold the widest value and head of every language,
 * so that they grow with the letters and no live value moves a column.
 *
 * @param widths rem of the columns by their ids; those that take what is left are not named
 */
export function columnSheet(widths: Readonly<Record<string, number>>, steps: readonly Step[]): CSSObject {
  const sheet: CSSObject = {
    containerType: 'inline-size',
    '& > table': Object.fromEntries(Object.entries(widths).map(([id, rem]) => [`--${id}`, `${rem}rem`])),
  }
  for (const { below, without } of steps)
    sheet[`@container (width < ${below}rem)`] = {
      '& > table': Object.fromEntries(without.map((id) => [`--${id}`, '0px'])),
      [without.map((id) => `& [data-column="${id}"]`).join()]: { padding: 0, visibility: 'hidden' },
    }
  return sheet
}

/** A width for `meta.width`: what the frame leaves beside the other columns and so many rem, between two bounds. */
export function widthBeside(others: readonly string[], rem: number, least: string, most: string): string {
  return `clamp(${least}, ${roomBeside(others, rem)}, ${most})`
}

/** What the frame leaves beside the other columns and so many rem, as a term within a calculation of CSS. */
export function roomBeside(others: readonly string[], rem: number): string {
  return ['100cqi', `${rem}rem`, ...others.map((id) => `var(--${id})`)].join(' - ')
}
