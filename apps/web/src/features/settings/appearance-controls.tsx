import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import MuiSwitch from '@mui/material/Switch'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { choices, type Settings } from '../../data/settings-values.ts'
import { useSettings } from '../../data/use-settings.ts'
import { Choice } from './choice.tsx'
import { ColourDot } from './colour-dot.tsx'

/** Forced colours take away every ground: the track gets an edge, the thumb a colour of the system. */
const Switch = styled(MuiSwitch)({
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
const switches = ['appBarBlur', 'navCollapsed', 'navHidden'] as const

/** Every setting of the appearance; each change shows and is kept at once. Stands in the customizer and in Settings. */
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
    <Box sx={{ display: 'grid', gap: 5 }}>
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
            <ColourDot colour={value} />
            {t(`appearance.themeColor_${value}`)}
          </>
        )}
        onChange={set('themeColor')}
      />
      <Choice
        label={t('appearance.layout')}
        value={settings.layout}
        values={choices.layout}
        wordOf={(value) => t(`appearance.layout_${value}`)}
        onChange={set('layout')}
      />
      <Choice
        label={t('appearance.contentWidth')}
        value={settings.contentWidth}
        values={choices.contentWidth}
        wordOf={(value) => t(`appearance.contentWidth_${value}`)}
        onChange={set('contentWidth')}
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
      <Choice
        label={t('appearance.toasts')}
        value={settings.toastPosition}
        values={choices.toastPosition}
        wordOf={(value) => t(`appearance.toasts_${value}`)}
        onChange={set('toastPosition')}
      />
      <Box sx={{ display: 'grid' }}>
        {switches.map((name) => (
          <FormControlLabel
            key={name}
            label={t(`appearance.${name}`)}
            control={
              <Switch checked={settings[name]} onChange={(_event, on) => store.change({ [name]: on })} />
            }
          />
        ))}
      </Box>
      <Typography variant="caption" color="textSecondary">
        {t('appearance.hint')}
      </Typography>
    </Box>
  )
}
