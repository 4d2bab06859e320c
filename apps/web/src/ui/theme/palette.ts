import type { PaletteOptions } from '@mui/material/styles'

/**
 * The colors, light and dark. Contrasts are measured in palette.test.ts; what a tone means is in docs/rules/page.md.
 * `tint` is the ground of a tone. Of the primary color alone there are shades in `accent`: `strong` carries white text,
 * `text` is for links and active entries.
 */
export const lightPalette: PaletteOptions = {
  background: { paper: '#FFFFFF', default: '#FFFFFF', sunken: '#F8F8FB', raised: '#FFFFFF' },
  text: { primary: '#2B2D43', secondary: '#5B5F79', disabled: '#8D91A8' },
  action: { hover: '#F4F4F9', selected: '#EFF0FF', active: '#5B5F79', focus: '#EFF0FF' },
  divider: '#E4E5EE',
  dividerStrong: '#D3D5E2',
  control: '#868AA3',
  skeleton: '#ECEDF3',
  scrim: 'rgba(32,33,52,.48)',
  focusRing: '#5A5FE0',
  shadow: '0 2px 6px rgba(32,33,52,.06), 0 12px 32px rgba(32,33,52,.16)',
  primary: { main: '#666CFF', tint: '#EFF0FF', contrastText: '#FFFFFF' },
  accent: { strong: '#5A5FE0', strongHover: '#4A4FC8', text: '#4F54D3' },
  success: { main: '#0F7558', tint: '#E6F4EF', contrastText: '#FFFFFF' },
  info: { main: '#1B67AE', tint: '#E8F1FA', contrastText: '#FFFFFF' },
  warning: { main: '#8F5200', tint: '#FFF2DC', contrastText: '#FFFFFF' },
  error: { main: '#B8291A', tint: '#FDECE9', contrastText: '#FFFFFF' },
  neutral: { main: '#5B5F79', tint: '#F0F1F6', contrastText: '#FFFFFF' },
  grave: { main: '#FFFFFF', tint: '#2B2D43', contrastText: '#FFFFFF' },
  cell: '#D5D8EC',
  strip: { signed: '#8187B7', proposed: '#5A5FE0', nil: '#00707E', missed: '#C8301E', unseen: '#84889F' },
  monogram: {
    violet: { main: '#4F54D3', tint: '#E7E8FC' },
    orange: { main: '#94450A', tint: '#FDE9D9' },
    green: { main: '#0A6154', tint: '#DFF1EC' },
    pink: { main: '#94306F', tint: '#F9E4F1' },
    blue: { main: '#1A5F8A', tint: '#E0EEF8' },
    olive: { main: '#5C5D12', tint: '#EEEFDB' },
  },
}

export const darkPalette: PaletteOptions = {
  background: { paper: '#222438', default: '#222438', sunken: '#1E2032', raised: '#2A2C44' },
  text: { primary: '#E8E8F6', secondary: '#AEB1CB', disabled: '#6F7391' },
  action: { hover: '#282A41', selected: '#2C2F56', active: '#AEB1CB', focus: '#2C2F56' },
  divider: '#363953',
  dividerStrong: '#464A69',
  control: '#7A7EA0',
  skeleton: '#2E3049',
  scrim: 'rgba(10,10,20,.62)',
  focusRing: '#A9ACFF',
  shadow: '0 2px 6px rgba(0,0,0,.3), 0 16px 40px rgba(0,0,0,.5)',
  primary: { main: '#666CFF', tint: '#2C2F56', contrastText: '#FFFFFF' },
  accent: { strong: '#5A5FE0', strongHover: '#5257D6', text: '#A9ACFF' },
  success: { main: '#5FD0A6', tint: '#1D3A39', contrastText: '#222438' },
  info: { main: '#82BEFF', tint: '#21385A', contrastText: '#222438' },
  warning: { main: '#F5BC5C', tint: '#40341F', contrastText: '#222438' },
  error: { main: '#FF9583', tint: '#4A2A30', contrastText: '#222438' },
  neutral: { main: '#AEB1CB', tint: '#2E3049', contrastText: '#222438' },
  grave: { main: '#222438', tint: '#E8E8F6', contrastText: '#222438' },
  cell: '#3D4063',
  strip: { signed: '#767BAC', proposed: '#A9ACFF', nil: '#5ADAE6', missed: '#FF7F6A', unseen: '#7478A0' },
  monogram: {
    violet: { main: '#B9BCFF', tint: '#373A70' },
    orange: { main: '#F4AE7C', tint: '#4B3427' },
    green: { main: '#74D3BB', tint: '#1F4241' },
    pink: { main: '#F6A5D0', tint: '#4A2B45' },
    blue: { main: '#8CCBF2', tint: '#21425D' },
    olive: { main: '#D6D78F', tint: '#42432B' },
  },
}
