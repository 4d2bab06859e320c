import CloseRounded from '@mui/icons-material/CloseRounded'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { Validator } from '@roundsman/contract/networks/validators'
import { memo, type ReactNode } from 'react'
import { useDetails } from '../../../data/network/details.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { SigningBlocks, SigningSummary } from '../../../parts/signing/signing-blocks.tsx'
import { RouteLink } from '../../../ui/controls/links.tsx'
import { styled } from '../../../ui/theme/styled.tsx'
import { openBlocks } from './row-strip.tsx'

interface RowBlocksProps {
  row: Validator
  onClose: (row: Validator) => void
}

const BlocksFrame = styled('section')(({ theme }) => ({
  boxSizing: 'border-box',
  minHeight: 168,
  padding: '6px 8px 12px',
  backgroundColor: theme.vars.palette.background.sunken,
  'li &': {
    padding: '6px 16px 12px',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    [theme.breakpoints.up('sm')]: { paddingInline: 24 },
  },
}))
const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 16px',
  minHeight: 32,
  marginBottom: 6,
  '& > p': { flex: '1 1 200px', margin: 0 },
})

/** What stands below a row that is open: its last blocks, live. Escape closes it. */
export const RowBlocks = memo(
  function RowBlocks({ row, onClose }: RowBlocksProps) {
    const { t } = useTranslation('list')
    const { t: tCommon } = useTranslation()
    const name = row.moniker ?? row.consensus_address
    const close = () => {
      onClose(row)
      document
        .querySelector<HTMLElement>(`[data-row="${row.id}"] [data-stop]`)
        ?.focus({ preventScroll: true })
    }
    return (
      <BlocksFrame
        aria-label={`${tCommon('column.blocks', { count: openBlocks })}: ${name}`}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
        }}
      >
        <Blocks id={row.id}>
          <RouteLink to="/validators/$validatorId" params={{ validatorId: String(row.id) }} variant="table">
            {t('details')}
          </RouteLink>
          <IconButton aria-label={t('blocks.close')} onClick={close} sx={{ width: 32, height: 32 }}>
            <CloseRounded sx={{ fontSize: 18 }} />
          </IconButton>
        </Blocks>
      </BlocksFrame>
    )
  },
  (a, b) => a.row.id === b.row.id && a.row.moniker === b.row.moniker && a.onClose === b.onClose,
)

interface BlocksProps {
  id: number
  /** What can be done, at the end of the first line. */
  children: ReactNode
}

function Blocks({ id, children }: BlocksProps) {
  const { t } = useTranslation('list')
  const { t: tValidator } = useTranslation('validator')
  const { t: tCommon } = useTranslation()
  const { known, error, fetch } = useDetails(String(id), openBlocks)
  const letters = known?.letters?.letters ? known.letters : null
  return (
    <>
      <Head>
        <Typography variant="caption" component="p" color="textSecondary">
          {letters ? <SigningSummary letters={letters} status={known?.list?.status} /> : null}
        </Typography>
        {children}
      </Head>
      {letters ? (
        <SigningBlocks letters={letters} status={known?.list?.status} />
      ) : known ? (
        <Typography variant="table">{tValidator('signing.none')}</Typography>
      ) : error ? (
        <Typography variant="table" role="alert">
          {t('blocks.failed')}{' '}
          <Button variant="text" size="small" onClick={fetch}>
            {tCommon('error.tryAgain')}
          </Button>
        </Typography>
      ) : (
        <Skeleton role="status" aria-label={t('blocks.loading')} variant="rounded" height={72} />
      )}
    </>
  )
}
