import Popover from '@mui/material/Popover'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'

interface Props {
  title: string
  began: readonly string[]
  ended: readonly string[]
  anchor: HTMLElement
  onClose: () => void
}

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.table,
  margin: 0,
  padding: 0,
  listStyle: 'none',
}))

/** The moments at which a setting would have called, newest first. */
export default function ReplayTimes({ title, began, ended, anchor, onClose }: Props) {
  const { t } = useTranslation('alerts')
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': title, tabIndex: 0, sx: { p: 4, maxHeight: 360 } },
      }}
    >
      <Typography variant="subtitle2" component="h2" sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Times head={t('when.FALSE_TO_TRUE')} times={began} />
      <Times head={t('when.TRUE_TO_FALSE')} times={ended} />
    </Popover>
  )
}

function Times({ head, times }: { head: string; times: readonly string[] }) {
  const formats = useFormats()
  const { serverTime } = useServices()
  const now = serverTime.now()
  if (times.length === 0) return null
  return (
    <>
      <Typography variant="tableHead" component="h3" color="textSecondary" sx={{ mt: 2, mb: 1 }}>
        {head}
      </Typography>
      <List>
        {[...times].reverse().map((time, at) => (
          // Two of one second are told apart by their place.
          <li key={`${time} ${at}`}>
            <time dateTime={time}>{formats.time(time, now)}</time>
          </li>
        ))}
      </List>
    </>
  )
}
