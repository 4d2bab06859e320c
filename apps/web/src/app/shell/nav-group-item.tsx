import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { NavGroup } from '../navigation.ts'
import { EntryRow, Items, Label, NavBadge } from './nav-parts.ts'

interface Props {
  group: NavGroup
  open: boolean
  /** The page is inside the group. */
  inside: boolean
  onToggle: () => void
  children: ReactNode
}

const Inner = styled(Items)({ paddingBlock: 4, paddingInlineStart: 20, '&[hidden]': { display: 'none' } })
const Arrow = styled(KeyboardArrowDownRounded)({
  transition: 'transform 180ms ease',
  '[aria-expanded="false"] > &': { transform: 'rotate(-90deg)' },
  '[dir="rtl"] [aria-expanded="false"] > &': { transform: 'rotate(90deg)' },
})

export function NavGroupItem({ group, open, inside, onToggle, children }: Props) {
  const { t } = useTranslation('shell')
  const id = useId()
  const Icon = group.icon
  return (
    <li>
      <EntryRow
        as="button"
        {...{ type: 'button' }}
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
        {...(inside ? { 'data-inside': '' } : {})}
      >
        {Icon ? <Icon aria-hidden /> : null}
        <Label>{t(`nav.${group.title}`)}</Label>
        {group.badge === undefined ? null : <NavBadge>{group.badge}</NavBadge>}
        <Arrow aria-hidden />
      </EntryRow>
      <Inner id={id} hidden={!open} data-inner="">
        {children}
      </Inner>
    </li>
  )
}
