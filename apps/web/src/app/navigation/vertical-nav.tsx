import RadioButtonCheckedRounded from '@mui/icons-material/RadioButtonCheckedRounded'
import RadioButtonUncheckedRounded from '@mui/icons-material/RadioButtonUncheckedRounded'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useServices } from '../../data/services/services.ts'
import { useSettings } from '../../data/services/use-settings.ts'
import { HomeLink } from '../../ui/brand.tsx'
import { NavList } from './nav-list.tsx'
import { useNavigation } from './navigation.ts'
import { styled } from '../../ui/theme/styled.tsx'

interface Props {
  collapsed: boolean
  dark: boolean
}

/** Px of the navigation (P70). */
export const navWidth = { wide: 270, collapsed: 68 } as const

const wider = '&:hover, &:has(:focus-visible)'
/** Collapsed and nobody at it. */
const narrow = '&[data-collapsed]:not(:hover):not(:has(:focus-visible))'

const Dock = styled('div')({
  flex: 'none',
  width: navWidth.wide,
  transition: 'width 250ms ease-in-out',
  '&[data-collapsed]': { width: navWidth.collapsed },
})
const Panel = styled('nav')(({ theme }) => ({
  position: 'fixed',
  insetBlock: 0,
  insetInlineStart: 0,
  zIndex: theme.zIndex.drawer,
  boxSizing: 'border-box',
  width: navWidth.wide,
  overflow: 'hidden auto',
  padding: '0 13px 16px 14px',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
  borderInlineEnd: `1px solid ${theme.vars.palette.divider}`,
  transition: 'width 250ms ease-in-out',
  '&[data-collapsed]': {
    width: navWidth.collapsed,
    [wider]: { width: navWidth.wide, boxShadow: theme.vars.palette.shadow },
  },
  [narrow]: {
    overflowX: 'hidden',
    '& [data-inner]': { display: 'none' },
    '& a > span, & button > span, & li > span > span, & [data-section] > span, & [data-pin]': { opacity: 0 },
    '& [data-section]:not(:first-of-type)::after': { opacity: 1 },
    '& [data-home] > span': { opacity: 1 },
    '& [data-home] > span > span': { opacity: 0 },
  },
}))
const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  height: '4rem',
  width: navWidth.wide - 30,
  marginBottom: 8,
  paddingInlineStart: 6,
})

/** The navigation at the side: docked at 270, or at 68 and, under the pointer or the keyboard, over the content. */
export function VerticalNav({ collapsed, dark }: Props) {
  const { t } = useTranslation('shell')
  const { settings } = useServices()
  const { verticalNavToggleType } = useSettings()
  const { items, active } = useNavigation()
  const state = collapsed ? { 'data-collapsed': '' } : {}
  return (
    <Dock {...state}>
      <Panel aria-label={t('nav.navigation')} {...state} {...(dark ? { 'data-scheme': 'dark' } : {})}>
        <Head>
          <HomeLink />
          <IconButton
            data-pin=""
            size="small"
            aria-label={collapsed ? t('nav.expand') : t('nav.collapse')}
            title={collapsed ? t('nav.expand') : t('nav.collapse')}
            onClick={() => settings.change({ navCollapsed: !collapsed })}
          >
            {collapsed ? (
              <RadioButtonUncheckedRounded sx={{ fontSize: 20 }} />
            ) : (
              <RadioButtonCheckedRounded sx={{ fontSize: 20 }} />
            )}
          </IconButton>
        </Head>
        <NavList items={items} active={active} toggleType={verticalNavToggleType} />
      </Panel>
    </Dock>
  )
}
