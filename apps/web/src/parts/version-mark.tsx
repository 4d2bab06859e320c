import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import { styled } from '@mui/material/styles'
import type { Bridge } from '@roundsman/contract/bridges'
import { useTranslation } from 'react-i18next'
import { Known } from '../ui/known.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.ts'
import { isOlder } from './bridge-versions.ts'

const Root = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 4,
  maxWidth: '100%',
  verticalAlign: 'bottom',
  '& > svg': { fontSize: '0.875em', flex: 'none', color: theme.vars.palette.warning.main },
  '& > bdi': { overflow: 'hidden', textOverflow: 'ellipsis' },
}))

interface Props {
  bridge: Pick<Bridge, 'version'>
  /** Of all bridges of the network. */
  newest: string | null
}

/** The version of a bridge, marked where others run a newer one. */
export function VersionMark({ bridge, newest }: Props) {
  const { t } = useTranslation('bridges')
  const { version } = bridge
  if (version === null) return <Known>{null}</Known>
  const text = version.replace(/^v(?=\d)/, '')
  if (!isOlder(bridge, newest)) return <bdi title={text}>{text}</bdi>
  return (
    <Root title={`${text}: ${t('newerExists')}`}>
      <ArrowUpwardRounded aria-hidden />
      <bdi>{text}</bdi>
      <VisuallyHidden>{t('newerExists')}</VisuallyHidden>
    </Root>
  )
}
