import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '../../ui/visually-hidden.ts'
import type { Figure } from './validator-figures.ts'

const Text = styled('span')(({ theme }) => ({
  '&[data-tone="quiet"]': { color: theme.vars.palette.text.secondary },
  '&[data-tone="alarm"]': { color: theme.vars.palette.warning.main, fontWeight: 600 },
}))

/** A figure, or "–" that is read as "unknown". */
export const FigureText = memo(function FigureText({ text, tone, full }: Figure) {
  const { t } = useTranslation()
  if (text === null)
    return (
      <Text data-tone="quiet">
        <span aria-hidden>–</span>
        <VisuallyHidden>{t('validator.unknownValue')}</VisuallyHidden>
      </Text>
    )
  return (
    <Text data-tone={tone} title={full}>
      {text}
    </Text>
  )
})
