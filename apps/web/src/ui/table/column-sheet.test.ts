import { describe, expect, it } from 'vitest'
import { columnSheet, widthBeside } from './column-sheet.ts'

describe('P342: the columns of a table', () => {
  it('are as wide as their letters ask for, and have no width where the frame is too narrow for them', () => {
    const sheet = columnSheet({ lag: 6, source: 5.5 }, [{ below: 75, without: ['source'] }])
    expect(sheet).toEqual({
      containerType: 'inline-size',
      '& > table': { '--lag': '6rem', '--source': '5.5rem' },
      '@container (width < 75rem)': {
        '& > table': { '--source': '0px' },
        '& [data-column="source"]': { padding: 0, visibility: 'hidden' },
      },
    })
  })
  it('may have what the others leave of the frame', () => {
    expect(widthBeside(['lag', 'source'], 9, '105px', '12rem')).toBe(
      'clamp(105px, 100cqi - 9rem - var(--lag) - var(--source), 12rem)',
    )
  })
})
