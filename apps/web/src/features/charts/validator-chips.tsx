import CloseRounded from '@mui/icons-material/CloseRounded'
import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { LineGlyph } from '../../charts/line-glyph.tsx'
import type { ChosenValidator } from './chosen-validators.ts'

const List = styled('ul')({ display: 'contents', listStyle: 'none', padding: 0, margin: 0 })
const Chip = styled('li')(({ theme }) => ({
  ...theme.typography.button,
  fontSize: '0.8125rem',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  boxSizing: 'border-box',
  minHeight: 'max(32px, 2rem)',
  maxWidth: '100%',
  paddingInlineStart: 10,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  '& > bdi': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '&[data-quiet] > bdi': { color: theme.vars.palette.text.secondary },
  '& > span': { ...theme.typography.caption, color: theme.vars.palette.text.secondary, whiteSpace: 'nowrap' },
}))
const Remove = styled('button')(({ theme }) => ({
  all: 'unset',
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 28,
  height: 28,
  borderRadius: 6,
  cursor: 'pointer',
  color: theme.vars.palette.text.secondary,
  '& svg': { fontSize: 16 },
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -2 },
  '@media (pointer: coarse)': { width: 40, height: 40 },
}))

interface ValidatorChipsProps {
  chosen: readonly ChosenValidator[]
  onRemove: (id: number) => void
}

/** The chosen validators, each with the marker of its line. A block alone draws none of them anew. */
export const ValidatorChips = memo(function ValidatorChips({ chosen, onRemove }: ValidatorChipsProps) {
  const { t } = useTranslation('charts')
  // The keyboard goes on at the next one, or the one before.
  const remove = (id: number, button: HTMLElement) => {
    const chip = button.closest('li')
    const other = chip?.nextElementSibling ?? chip?.previousElementSibling
    other?.querySelector('button')?.focus()
    onRemove(id)
  }
  return (
    <List aria-label={t('chosen')}>
      {chosen.map(({ id, name, standing }, index) => {
        const words = standing === 'unknown' ? t('unknownValidator', { id }) : (name ?? `#${id}`)
        return (
          <Chip key={id} {...(standing === 'listed' ? {} : { 'data-quiet': '' })}>
            <LineGlyph index={index} only={chosen.length === 1} />
            <bdi title={words}>{words}</bdi>
            {standing === 'left' ? <span>{t('left')}</span> : null}
            <Remove
              type="button"
              aria-label={t('remove', { name: words })}
              onClick={({ currentTarget }) => remove(id, currentTarget)}
            >
              <CloseRounded aria-hidden />
            </Remove>
          </Chip>
        )
      })}
    </List>
  )
})
