import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import type { NewBridgeToken } from '@roundsman/contract/bridges/bridge-tokens'
import type { Bridge } from '@roundsman/contract/bridges/bridges'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useBridges } from '../../../data/network/bridges.ts'
import { useNow, useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { shortPeerId } from '../../../parts/bridges/bridge-facts.ts'
import { RecommendedOffer } from '../../../parts/alerts/recommended-offer.tsx'
import { useCopy } from '../../../ui/controls/copy.tsx'
import { TextField } from '../../../ui/controls/fields.tsx'
import { RouteLink } from '../../../ui/controls/links.tsx'
import { ProblemAdvice, type PushState } from './push-state.tsx'
import { type PushTarget, SnippetTabs, targetOf } from './snippets.tsx'
import { styled } from '../../../ui/theme/styled.tsx'

interface Props {
  token: NewBridgeToken
  state: PushState
  onClose: () => void
}

/** The token, what to run with it, and what has come of it so far. */
export function RunStep({ token, state, onClose }: Props) {
  const { t } = useTranslation('bridges')
  const { t: tCommon } = useTranslation()
  const copy = useCopy()
  const done = state.kind === 'connected'
  const target = targetOf(window.location.origin)
  return (
    <>
      <DialogContent
        sx={{ display: 'grid', gap: 4, pt: '20px !important', gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        <TextField
          label={t('connect.tokenOf', { name: token.name })}
          hint={t('connect.once')}
          value={token.token}
          readOnly
          dir="ltr"
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
          end={
            <Button size="small" startIcon={<ContentCopyRounded />} onClick={() => copy(token.token)}>
              {tCommon('code.copy')}
            </Button>
          }
        />
        <SnippetTabs token={token.token} target={target} />
        <PushLine state={state} target={target} />
        {state.kind === 'connected' ? <AlertsOfBridge peerId={state.peerId} /> : null}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', p: 5, pt: 3, gap: 2, borderTop: 1, borderColor: 'divider' }}>
        {done ? null : <Button onClick={onClose}>{t('connect.later')}</Button>}
        <Button variant="contained" disabled={!done} onClick={onClose}>
          {t('connect.done')}
        </Button>
      </DialogActions>
    </>
  )
}

interface PushLineProps {
  state: PushState
  target: PushTarget
}

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 14,
  padding: '12px 16px',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.divider}`,
  '& > svg, & > span': { flex: 'none', marginTop: 2 },
  '& > div': { minWidth: 0, flex: 1 },
  '& ul': { ...theme.typography.caption, margin: '8px 0 0', paddingInlineStart: 18, display: 'grid', gap: 4 },
  '&[data-kind="connected"]': {
    borderColor: theme.vars.palette.success.main,
    backgroundColor: theme.vars.palette.success.tint,
    '& > svg': { color: theme.vars.palette.success.main },
  },
  '&[data-kind="refused"]': {
    borderColor: theme.vars.palette.error.main,
    backgroundColor: theme.vars.palette.error.tint,
    '& > svg': { color: theme.vars.palette.error.main },
  },
}))

/** Whether the first push has come, or what came instead; it turns by itself. */
function PushLine({ state, target }: PushLineProps) {
  const { t } = useTranslation('bridges')
  const { network } = useServices()
  switch (state.kind) {
    case 'waiting':
      return (
        <Line data-kind="waiting">
          <CircularProgress size={20} aria-label={t('push.waiting')} />
          <Explained title={t('push.waiting')}>
            <Waited target={target} />
          </Explained>
        </Line>
      )
    case 'connected':
      return (
        <Line data-kind="connected">
          <CheckCircleOutlineRounded aria-hidden />
          <Explained title={t('push.first', { peer: shortPeerId(state.peerId) })}>
            {state.warning === null ? null : (
              <ProblemAdvice problem={state.warning} holds network={network.name} />
            )}
            <ToBridge peerId={state.peerId} />
          </Explained>
        </Line>
      )
    case 'refused':
      return (
        <Line data-kind="refused">
          <ErrorOutlineRounded aria-hidden />
          <Explained title={t('push.refused')}>
            <ProblemAdvice problem={state.problem} holds={false} network={network.name} />
          </Explained>
        </Line>
      )
  }
}

/** What happened is read out; what counts every second is not. */
function Explained({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="label" component="p" role="status" sx={{ m: 0 }}>
        {title}
      </Typography>
      {children}
    </div>
  )
}

/** After so many seconds a bridge that pushes every ten would have been received, also one that was just started. */
const adviceAfter = 30

/** How long somebody waits, and after a while where to look: only the bridge itself knows of what never reached us. */
function Waited({ target }: { target: PushTarget }) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const now = useNow()
  const [since] = useState(now)
  const seconds = (now - since) / 1_000
  return (
    <>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
        {t('push.soFar', { duration: formats.duration(seconds) })}
      </Typography>
      {seconds < adviceAfter ? null : (
        <Box component="ul" sx={{ color: 'text.secondary' }}>
          <li>{t(target.tls ? 'push.advice.https' : 'push.advice.http', { endpoint: target.endpoint })}</li>
          <li>{t('push.advice.token')}</li>
          <li>{t('push.advice.sampler')}</li>
        </Box>
      )}
    </>
  )
}

/** What it would be good to know of it from now on. */
function AlertsOfBridge({ peerId }: { peerId: string }) {
  const bridge = useOwnBridge(peerId)
  if (!bridge) return null
  return (
    <Suspense fallback={null}>
      <RecommendedOffer
        targets={[{ bridge: bridge.id }]}
        name={bridge.name ?? shortPeerId(bridge.peer_id)}
        frame={(content) => <Line data-kind="offer">{content}</Line>}
      />
    </Suspense>
  )
}

function useOwnBridge(peerId: string): Bridge | undefined {
  const { known } = useBridges()
  return known?.bridges.find((one) => one.owned && one.peer_id === peerId)
}

function ToBridge({ peerId }: { peerId: string }) {
  const { t } = useTranslation('bridges')
  const bridge = useOwnBridge(peerId)
  if (!bridge) return null
  return (
    <RouteLink
      to="/bridges/$bridgeId"
      params={{ bridgeId: String(bridge.id) }}
      variant="table"
      style={{ lineHeight: '1.5rem' }}
    >
      {t('push.open')}
    </RouteLink>
  )
}
