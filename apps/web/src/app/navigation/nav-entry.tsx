import { styled as styledPart } from '@mui/material/styles'
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import { Link } from '@tanstack/react-router'
import type { MouseEventHandler } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useUnacknowledged } from '../../data/alerts/unacknowledged.ts'
import { VisuallyHidden } from '../../ui/known.tsx'
import { type NavEntry, useNavTitle } from './navigation.ts'
import { styled } from '../../ui/theme/styled.tsx'

/** Styles of the vertical navigation, docked, collapsed and in the drawer. */
export const Items = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 4 })

export const EntryRow = styledPart('span')(({ theme }) => ({
  ...theme.typography.subtitle2,
  fontWeight: 500,
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  boxSizing: 'border-box',
  width: '100%',
  minHeight: 42,
  padding: '0 10px',
  border: 0,
  borderRadius: 8,
  textAlign: 'start',
  cursor: 'pointer',
  textDecoration: 'none',
  color: theme.vars.palette.text.primary,
  backgroundColor: 'transparent',
  transition: 'background-color 120ms ease-out',
  '& > svg': { fontSize: 20, flex: 'none', color: theme.vars.palette.text.secondary },
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&[aria-current="page"], &[data-inside]': { color: theme.vars.palette.accent.text, fontWeight: 600 },
  '&[aria-current="page"] > svg, &[data-inside] > svg': { color: theme.vars.palette.accent.text },
  '&[aria-current="page"]': { backgroundColor: theme.vars.palette.primary.tint },
  '&[aria-disabled="true"]': {
    color: theme.vars.palette.text.disabled,
    cursor: 'default',
    backgroundColor: 'transparent',
  },
  '&:focus-visible': { outlineOffset: -2 },
  '@media (forced-colors: active)': { '&[aria-current="page"]': { border: '1px solid Highlight' } },
}))

export const Label = styled('span')({
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

export const NavBadge = styled('span')(({ theme }) => ({
  ...theme.typography.chip,
  minWidth: 20,
  boxSizing: 'border-box',
  padding: '2px 6px',
  borderRadius: 10,
  textAlign: 'center',
  color: theme.vars.palette.error.main,
  backgroundColor: theme.vars.palette.error.tint,
}))

/** A title above entries; a line where the collapsed navigation has no room for the word. */
export const SectionTitle = styled('li')(({ theme }) => ({
  ...theme.typography.tableHead,
  position: 'relative',
  padding: '14px 10px 2px',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.secondary,
  '&:first-of-type': { paddingTop: 0 },
  '&::after': {
    content: '""',
    position: 'absolute',
    insetInlineStart: 8,
    width: 24,
    bottom: 10,
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    opacity: 0,
  },
}))

/** Beyond it nobody counts any more. */
const most = 99

/** How many alerts nobody has said to have seen, as the server counts them; null for none, and while it is not known. */
export function useBadgeOfAlerts(): string | null {
  const count = useUnacknowledged()
  if (count === null || count === 0) return null
  return count > most ? `${most}+` : String(count)
}

function AlertsBadge() {
  const { t } = useTranslation('shell')
  const count = useBadgeOfAlerts()
  if (count === null) return null
  return (
    <>
      {/* A space between the label and this, for screen readers. */}{' '}
      <NavBadge>
        {count} <VisuallyHidden>{t('nav.waiting')}</VisuallyHidden>
      </NavBadge>
    </>
  )
}

/** What stands at the end of an entry or a group. */
export function Badge({ of }: { of: string | undefined }) {
  if (of === undefined) return null
  return of === 'alerts' ? <AlertsBadge /> : <NavBadge>{of}</NavBadge>
}

/** Says that a link leads away from this tab. */
export function NewTabMark() {
  const { t } = useTranslation('shell')
  return (
    <>
      {/* A space between the label and this, for screen readers. */} <OpenInNewRounded aria-hidden />
      <VisuallyHidden>{t('nav.newTab')}</VisuallyHidden>
    </>
  )
}

interface Props {
  entry: NavEntry
  active: boolean
  onClick?: MouseEventHandler
}

/** One entry: a link of the site, a link into a new tab, or a word that cannot be pressed. */
export function NavLink({ entry, active, onClick }: Props) {
  const titleOf = useNavTitle()
  const Icon = entry.icon
  const inside = (
    <>
      {Icon ? <Icon aria-hidden /> : null}
      <Label>{titleOf(entry)}</Label>
      <Badge of={entry.badge} />
    </>
  )
  if (entry.disabled)
    return (
      <EntryRow role="link" aria-disabled="true">
        {inside}
      </EntryRow>
    )
  if (entry.newTab)
    return (
      <EntryRow as="a" {...{ href: entry.path, target: '_blank', rel: 'noopener' }} onClick={onClick}>
        {inside}
        <NewTabMark />
      </EntryRow>
    )
  return (
    <EntryRow
      as={Link}
      {...{ to: entry.path, activeOptions: { exact: true, includeSearch: false } }}
      {...(active ? { 'aria-current': 'page' as const } : {})}
      onClick={onClick}
    >
      {inside}
    </EntryRow>
  )
}
