import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import { Link } from '@tanstack/react-router'
import { lazy, type MouseEventHandler, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLater } from '../../ui/use-later.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.ts'
import type { NavEntry } from '../navigation.ts'
import { EntryRow, Label, NavBadge } from './nav-parts.ts'

const AlertsBadge = lazy(() => import('./alerts-badge.tsx'))

interface Props {
  entry: NavEntry
  active: boolean
  onClick?: MouseEventHandler
}

/** One entry: a link of the site, a link into a new tab, or a word that cannot be pressed. */
export function NavLink({ entry, active, onClick }: Props) {
  const { t } = useTranslation('shell')
  const later = useLater()
  const Icon = entry.icon
  const inside = (
    <>
      {Icon ? <Icon aria-hidden /> : null}
      <Label>{t(`nav.${entry.title}`)}</Label>
      {entry.badge === 'alerts' ? (
        <Suspense fallback={null}>{later ? <AlertsBadge /> : null}</Suspense>
      ) : entry.badge === undefined ? null : (
        <NavBadge>{entry.badge}</NavBadge>
      )}
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
        <OpenInNewRounded aria-hidden />
        <VisuallyHidden>{t('nav.newTab')}</VisuallyHidden>
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
