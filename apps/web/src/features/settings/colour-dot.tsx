import { styled } from '@mui/material/styles'
import type { ThemeColor } from '../../data/settings-values.ts'
import { accents } from '../../ui/theme/accents.ts'

const Dot = styled('span')({
  width: 14,
  height: 14,
  borderRadius: '50%',
  flex: 'none',
  forcedColorAdjust: 'none',
})

/** What a theme colour looks like; its name stands beside it. */
export function ColourDot({ colour }: { colour: ThemeColor }) {
  return <Dot aria-hidden style={{ backgroundColor: accents[colour].main }} />
}
