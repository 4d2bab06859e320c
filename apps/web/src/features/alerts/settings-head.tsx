import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { AlertEntry } from '@roundsman/contract/alerts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.ts'
import { muteStateOf } from './mute-state.ts'

const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' })

interface Props {
  name: string
  /** Of a target that the network knows. */
  picture: ReactNode
  state: ReactNode
  /** Saved ones of the target. */
  entries: readonly AlertEntry[]
  note: string | null
  /** Leaves the others that are chosen; null where there are none. */
  onOnlyFirst: (() => void) | null
  actions: ReactNode
  /** Its name and state stand above it already. */
  isNamed: boolean
}

/** Whose settings these are, how that stands, and whether they are muted. */
export function SettingsHead({ name, isNamed, picture, state, entries, note, onOnlyFirst, actions }: Props) {
  const { t } = useTranslation('alerts')
  return (
    <>
      <Head>
        {isNamed ? (
          <VisuallyHidden as="h2">{name}</VisuallyHidden>
        ) : (
          <>
            {picture}
            <Typography variant="h6" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <bdi>{name}</bdi>
            </Typography>
            {state}
          </>
        )}
        <Muted entries={entries} />
        {isNamed ? null : <Box sx={{ flex: 1 }} />}
        {actions}
      </Head>
      {note === null ? null : (
        <Typography color="textSecondary" sx={{ mt: 2 }}>
          {note}
          {onOnlyFirst ? (
            <Button variant="text" size="small" onClick={onOnlyFirst} sx={{ mx: 1 }}>
              {t('several.onlyFirst')}
            </Button>
          ) : null}
        </Typography>
      )}
    </>
  )
}

/** Goes by itself when the time is over. */
function Muted({ entries }: { entries: readonly AlertEntry[] }) {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const now = useNow()
  const { how, until } = muteStateOf(entries, now)
  if (how === 'none' || until === null) return null
  return (
    <StateMark icon={NotificationsOffOutlined} tone="neutral" look="chip">
      {t(how === 'all' ? 'mute.mutedUntil' : 'mute.someMutedUntil', { time: formats.time(until, now) })}
    </StateMark>
  )
}
