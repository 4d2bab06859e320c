import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Silence } from '@roundsman/contract/alerts/silences'
import { useCallback } from 'react'
import { isOfNetwork, useSilences } from '../../data/alerts/mutes/silences.ts'
import { useServices } from '../../data/services/services.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { EndButton, SilenceFacts, SilenceState } from '../../parts/silences/silence-marks.tsx'
import { RouteLink } from '../../ui/controls/links.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { Card } from '../../ui/page/card.tsx'
import { styled } from '../../ui/theme/styled.tsx'

interface Props {
  /** That an alert of the history leads to, by its id; null: none. */
  shown: number | null
}

/** The user's planned work on this network: what is silenced now, and what will be. Nothing where there is none. */
export function SilencesCard({ shown }: Props) {
  const { t } = useTranslation('silences')
  const { t: tCommon } = useTranslation()
  const { known, error, fetch } = useSilences()
  const isGone = shown !== null && known !== undefined && !known.some(({ id }) => id === shown)
  const isEmpty = error === null && !isGone && (known === undefined || known.length === 0)
  return (
    // It stays when the last one goes, for the focus that was in it.
    <Box sx={{ mb: isEmpty ? 0 : 5, '&:focus': { outline: 'none' } }} tabIndex={-1} ref={keepFocus}>
      {isEmpty ? null : (
        <Card title={t('title')} note={t('hint')}>
          {error === null ? null : (
            <Alert
              severity="error"
              role="alert"
              action={
                <Button variant="text" color="inherit" size="small" onClick={fetch}>
                  {tCommon('error.tryAgain')}
                </Button>
              }
            >
              {t('failed')}
            </Alert>
          )}
          {isGone ? (
            <Typography component="p" color="textSecondary" role="status" sx={{ m: 0 }}>
              {t('gone')}
            </Typography>
          ) : null}
          {known === undefined || known.length === 0 ? null : (
            <Rows aria-label={t('title')}>
              {known.map((silence) => (
                <SilenceRow key={silence.id} silence={silence} isShown={silence.id === shown} />
              ))}
            </Rows>
          )}
        </Card>
      )}
    </Box>
  )
}

const Rows = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 16px',
    padding: '12px 0',
    '&:last-of-type': { paddingBottom: 0 },
    '& + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
    '&:focus': { outline: 'none' },
    '&[data-shown]': { boxShadow: `inset 3px 0 ${theme.vars.palette.primary.main}`, paddingInlineStart: 14 },
  },
  '& li > div': { flex: '1 1 260px', minWidth: 0 },
  '& p': {
    ...theme.typography.table,
    fontVariantNumeric: 'normal',
    margin: '2px 0 0',
    overflowWrap: 'anywhere',
    color: theme.vars.palette.text.secondary,
  },
}))
const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' })

function SilenceRow({ silence, isShown }: { silence: Silence; isShown: boolean }) {
  const name = useSilenceName(silence)
  const toIt = useCallback((row: HTMLElement | null) => {
    row?.scrollIntoView({ block: 'nearest' })
    row?.focus({ preventScroll: true })
  }, [])
  return (
    <li {...(isShown ? { 'data-shown': '', tabIndex: -1, ref: toIt } : {})}>
      <div>
        <Head>
          <Typography variant="subtitle2" component="h3" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
            <TargetLink silence={silence} name={name} />
          </Typography>
          <SilenceState silence={silence} />
        </Head>
        <SilenceFacts silence={silence} />
      </div>
      <EndButton silence={silence} name={name} />
    </li>
  )
}

function useSilenceName(silence: Silence): string {
  const { t } = useTranslation('silences')
  const { network } = useServices()
  if (isOfNetwork(silence)) return t('dialog.network', { network: network.name })
  return silence.target_name ?? t('unknownTarget')
}

function TargetLink({ silence, name }: { silence: Silence; name: string }) {
  const { blockchain_validator_id: validator, bridge_id: bridge } = silence
  if (validator !== null)
    return (
      <RouteLink to="/validators/$validatorId" params={{ validatorId: String(validator) }}>
        <bdi>{name}</bdi>
      </RouteLink>
    )
  if (bridge !== null)
    return (
      <RouteLink to="/bridges/$bridgeId" params={{ bridgeId: String(bridge) }}>
        <bdi>{name}</bdi>
      </RouteLink>
    )
  return <bdi>{name}</bdi>
}
