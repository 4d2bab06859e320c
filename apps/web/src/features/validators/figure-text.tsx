import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Figure } from './validator-figures.ts'

const Text = styled('span')(({ theme }) => ({
  '&[data-tone="quiet"]': { color: theme.vars.palette.text.secondary },
  '&[data-tone="alarm"]': { color: theme.vars.palette.warning.main, fontWeight: 600 },
}))
const Heard = styled('span')({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})

/** A figure, or "–" that is read as "unknown". */
export function FigureText({ figure }: { figure: Figure }) {
  const { t } = useTranslation()
  if (figure.text === null)
    return (
      <Text data-tone="quiet">
        <span aria-hidden>–</span>
        <Heard>{t('validator.unknownValue')}</Heard>
      </Text>
    )
  return (
    <Text data-tone={figure.tone} title={figure.full}>
      {figure.text}
    </Text>
  )
}
