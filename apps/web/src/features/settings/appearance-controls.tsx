import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import MuiSwitch from '@mui/material/Switch'
import { styled as styledPart } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useServices } from '../../data/services/services.ts'
import { choices, type Settings, type ThemeColor } from '../../data/services/settings-values.ts'
import { useSettings } from '../../data/services/use-settings.ts'
import { accents } from '../../ui/theme/accents.ts'
import { styled } from '../../ui/theme/styled.tsx'

/** Forced colors take away every ground: the track gets an edge, the thumb a color of the system. */
const Switch = styledPart(MuiSwitch)({
  '@media (forced-colors: active)': {
    '& .MuiSwitch-track': {
      boxSizing: 'border-box',
      opacity: '1 !important',
      border: '1px solid ButtonText',
    },
    '& .MuiSwitch-thumb': { forcedColorAdjust: 'none', backgroundColor: 'ButtonText' },
    '& .Mui-checked .MuiSwitch-thumb': { backgroundColor: 'Highlight' },
  },
})
/** Every setting of the appearance, by how long it holds; each change shows at once. In the customizer and in Settings. */
export function AppearanceControls() {
  const { t } = useTranslation('shell')
  const store = useServices().settings
  const settings = useSettings()
  const set =
    <Name extends keyof Settings>(name: Name) =>
    (value: Settings[Name]) =>
      store.change({ [name]: value })
  const bar = (value: Settings['appBar']) => t(`appearance.bar_${value}`)
  const horizontal = settings.layout === 'horizontal'
  return (
    <Box sx={{ display: 'grid', gap: 6 }}>
      <Part title={t('appearance.kept')}>
        <Choice
          label={t('appearance.mode')}
          value={settings.followSystem ? 'system' : settings.mode}
          values={['light', 'dark', 'system'] as const}
          wordOf={(value) => t(`appearance.mode_${value}`)}
          onChange={(value) =>
            value === 'system' ? store.change({ followSystem: true }) : store.setMode(value)
          }
        />
        <Choice
          label={t('appearance.skin')}
          value={horizontal && settings.skin === 'semi-dark' ? 'default' : settings.skin}
          values={
            horizontal ? (['default', 'bordered'] as const) : (['default', 'bordered', 'semi-dark'] as const)
          }
          wordOf={(value) => t(`appearance.skin_${value}`)}
          onChange={set('skin')}
        />
        <Choice
          label={t('appearance.themeColor')}
          value={settings.themeColor}
          values={choices.themeColor}
          wordOf={(value) => (
            <>
              <ColorDot color={value} />
              {t(`appearance.themeColor_${value}`)}
            </>
          )}
          onChange={set('themeColor')}
        />
        <Choice
          label={t('appearance.contentWidth')}
          value={settings.contentWidth}
          values={choices.contentWidth}
          wordOf={(value) => t(`appearance.contentWidth_${value}`)}
          onChange={set('contentWidth')}
        />
        <Choice
          label={t('appearance.direction')}
          value={settings.direction}
          values={choices.direction}
          wordOf={(value) => t(`appearance.direction_${value}`)}
          onChange={set('direction')}
        />
        <Choice
          label={t('appearance.toggle')}
          value={settings.verticalNavToggleType}
          values={choices.verticalNavToggleType}
          wordOf={(value) => t(`appearance.toggle_${value}`)}
          onChange={set('verticalNavToggleType')}
        />
        <Switches names={['appBarBlur', 'navCollapsed']} />
      </Part>
      <Part title={t('appearance.untilReload')}>
        <Choice
          label={t('appearance.layout')}
          value={settings.layout}
          values={choices.layout}
          wordOf={(value) => t(`appearance.layout_${value}`)}
          onChange={set('layout')}
        />
        <Choice
          label={t('appearance.appBar')}
          value={horizontal && settings.appBar === 'hidden' ? 'fixed' : settings.appBar}
          values={horizontal ? (['fixed', 'static'] as const) : (['fixed', 'static', 'hidden'] as const)}
          wordOf={bar}
          onChange={set('appBar')}
        />
        <Choice
          label={t('appearance.footer')}
          value={settings.footer}
          values={['fixed', 'static', 'hidden'] as const}
          wordOf={bar}
          onChange={set('footer')}
        />
        <Choice
          label={t('appearance.toasts')}
          value={settings.toastPosition}
          values={choices.toastPosition}
          wordOf={(value) => t(`appearance.toasts_${value}`)}
          onChange={set('toastPosition')}
        />
        <Switches names={['navHidden']} />
      </Part>
    </Box>
  )
}

const Heading = styled('h3')(({ theme }) => ({
  ...theme.typography.tableHead,
  margin: 0,
  paddingBottom: 6,
  color: theme.vars.palette.text.secondary,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}))

/** Settings that hold for the same time (P53). */
function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 5 }}>
      <Heading id={id}>{title}</Heading>
      {children}
    </Box>
  )
}

function Switches({ names }: { names: readonly ('appBarBlur' | 'navCollapsed' | 'navHidden')[] }) {
  const { t } = useTranslation('shell')
  const store = useServices().settings
  const settings = useSettings()
  return (
    <Box sx={{ display: 'grid' }}>
      {names.map((name) => (
        <FormControlLabel
          key={name}
          label={t(`appearance.${name}`)}
          control={
            <Switch checked={settings[name]} onChange={(_event, on) => store.change({ [name]: on })} />
          }
        />
      ))}
    </Box>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  values: readonly Value[]
  wordOf: (value: Value) => ReactNode
  onChange: (value: Value) => void
}

const Set = styled('fieldset')(({ theme }) => ({
  border: 0,
  margin: 0,
  padding: 0,
  minWidth: 0,
  '& legend': {
    ...theme.typography.label,
    padding: 0,
    marginBottom: 6,
    color: theme.vars.palette.text.primary,
  },
}))
const Tiles = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 })
const Tile = styled('label')(({ theme }) => ({
  ...theme.typography.table,
  fontVariantNumeric: 'normal',
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  boxSizing: 'border-box',
  padding: '0 12px',
  borderRadius: 8,
  cursor: 'pointer',
  color: theme.vars.palette.text.primary,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  '& input': { position: 'absolute', inset: 0, opacity: 0, margin: 0, cursor: 'pointer' },
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&:has(:checked)': {
    fontWeight: 600,
    color: theme.vars.palette.accent.text,
    borderColor: theme.vars.palette.accent.text,
    backgroundColor: theme.vars.palette.primary.tint,
  },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: 2 },
  '@media (forced-colors: active)': { '&:has(:checked)': { outline: '2px solid Highlight' } },
  '@media (pointer: coarse)': { minHeight: 40 },
}))

/** One of a few values, as tiles with a word; a group of radio buttons to the keyboard. */
function Choice<Value extends string>({ label, value, values, wordOf, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <Set>
      <legend>{label}</legend>
      <Tiles>
        {values.map((one) => (
          <Tile key={one}>
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === value}
              onChange={() => onChange(one)}
            />
            {wordOf(one)}
          </Tile>
        ))}
      </Tiles>
    </Set>
  )
}

const Dot = styled('span')({
  width: 14,
  height: 14,
  borderRadius: '50%',
  flex: 'none',
  forcedColorAdjust: 'none',
})

/** What a theme color looks like; its name stands beside it. */
function ColorDot({ color }: { color: ThemeColor }) {
  return <Dot aria-hidden style={{ backgroundColor: accents[color].main }} />
}
