import AddRounded from '@mui/icons-material/AddRounded'
import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { isHeldBack } from '@roundsman/contract/accounts/abilities'
import { type Passkey, secondFactorEndpoints } from '@roundsman/contract/accounts/second-factor'
import type { Profile } from '@roundsman/contract/accounts/users'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useAction, useFetch } from '../../../../data/api/operation.ts'
import { knowsPasskeys } from '../../../../data/browser/browser.ts'
import { useServices } from '../../../../data/services/services.ts'
import { useFormats } from '../../../../i18n/formats.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { StateMark } from '../../../../ui/state-mark.tsx'
import { SettingsCard, SettingsFault, SettingsRow } from '../../settings-card.tsx'
import { useFactorGuard } from './factor-gate.tsx'
import { factorsChanged, secondFactorsQuery } from './second-factors.ts'

const TotpDialog = lazy(() => import('./totp-dialog.tsx'))
const PasskeyDialog = lazy(() => import('./passkey-dialog.tsx'))
const RecoveryCodesDialog = lazy(() => import('./recovery-codes-dialog.tsx'))

type Open = { dialog: 'totp' | 'passkey' } | { dialog: 'codes'; codes: readonly string[] } | null

/** An app, passkeys and recovery codes: what a sign-in asks for beside the password (P753). */
export function SecondFactorCard({ user }: { user: Profile }) {
  const { t } = useTranslation('account')
  const services = useServices()
  const { client } = services
  const guard = useFactorGuard()
  const { known, error, fetch } = useFetch(secondFactorsQuery(client), null)
  const [open, setOpen] = useState<Open>(null)
  const close = (codes: readonly string[] | null = null) => setOpen(codes && { dialog: 'codes', codes })
  const renew = useAction(() => guard(() => client.callTo(secondFactorEndpoints.makeRecoveryCodes)), {
    onLoaded: async ({ recovery_codes }) => {
      close(recovery_codes)
      await factorsChanged(services)
    },
  })
  const hasFactor = known !== undefined && (known.totp || known.passkeys.length > 0)

  return (
    <SettingsCard title={t('factor.title')} hint={t('factor.hint')}>
      {known !== undefined && !hasFactor && isHeldBack(user.groups, user.abilities) ? (
        <Alert severity="warning" role="note" sx={{ mb: 4 }}>
          {t('factor.required')}
        </Alert>
      ) : null}
      <SettingsFault error={error ?? renew.error} onRetry={error ? fetch : null} />
      {known ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          <Row
            title={t('factor.app')}
            note={t('factor.appHint')}
            state={
              known.totp ? (
                <StateMark icon={CheckCircleOutlineRounded} tone="success" emphasis="silent">
                  {t('factor.on')}
                </StateMark>
              ) : null
            }
            remove={
              known.totp
                ? {
                    label: t('factor.removeApp'),
                    ask: t('factor.removeAppAsk'),
                    call: () => client.callTo(secondFactorEndpoints.removeTotp),
                  }
                : null
            }
          >
            <Button onClick={() => setOpen({ dialog: 'totp' })}>
              {t(known.totp ? 'factor.replaceApp' : 'factor.setUpApp')}
            </Button>
          </Row>
          <Row title={t('factor.passkeys')} note={t('factor.passkeysHint')}>
            {knowsPasskeys() ? (
              <Button startIcon={<AddRounded />} onClick={() => setOpen({ dialog: 'passkey' })}>
                {t('factor.addPasskey')}
              </Button>
            ) : null}
          </Row>
          {known.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
          {hasFactor ? (
            <Row title={t('factor.recovery')} note={t('factor.left', { count: known.recovery_codes_left })}>
              <Button loading={renew.loading} onClick={() => renew.run()}>
                {t('factor.newCodes')}
              </Button>
            </Row>
          ) : null}
        </Box>
      ) : null}
      <Suspense>
        {open?.dialog === 'totp' ? <TotpDialog onClose={close} /> : null}
        {open?.dialog === 'passkey' ? <PasskeyDialog onClose={close} /> : null}
        {open?.dialog === 'codes' ? (
          <RecoveryCodesDialog codes={open.codes} email={user.email} onClose={() => close()} />
        ) : null}
      </Suspense>
    </SettingsCard>
  )
}

function PasskeyRow({ passkey: { id, name, created_at, last_used_at } }: { passkey: Passkey }) {
  const { t } = useTranslation('account')
  const formats = useFormats()
  const { client, serverTime } = useServices()
  const time = (iso: string) => formats.time(iso, serverTime.now())
  const used =
    last_used_at === null ? t('factor.neverUsed') : t('factor.lastUsed', { time: time(last_used_at) })
  return (
    <Row
      title={<bdi>{name}</bdi>}
      note={`${t('factor.added', { time: time(created_at) })} · ${used}`}
      remove={{
        label: t('factor.removePasskey', { name }),
        ask: t('factor.removePasskeyAsk', { name }),
        call: () => client.callTo(secondFactorEndpoints.removePasskey, { params: { id } }),
      }}
    />
  )
}

interface RowProps {
  title: ReactNode
  note: string
  state?: ReactNode
  /** How it goes, after a question. */
  remove?: { label: string; ask: string; call: () => Promise<unknown> } | null
  children?: ReactNode
}

/** One thing and what can be done about it. */
function Row({ title, note, state = null, remove = null, children }: RowProps) {
  const { t } = useTranslation('account')
  const services = useServices()
  const guard = useFactorGuard()
  const [isAsking, setIsAsking] = useState(false)
  const removing = useAction(() => guard(() => remove?.call() ?? Promise.resolve()), {
    onLoaded: () => {
      setIsAsking(false)
      return factorsChanged(services)
    },
  })
  return (
    <SettingsRow
      head={
        <>
          <Typography
            variant="subtitle2"
            component="div"
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
          >
            {title}
            {state}
          </Typography>
          <Typography variant="caption" color="textSecondary" component="div">
            {note}
          </Typography>
        </>
      }
      actions={
        <>
          {children}
          {remove ? (
            <Button aria-label={remove.label} aria-expanded={isAsking} onClick={() => setIsAsking(!isAsking)}>
              {t('methods.remove')}
            </Button>
          ) : null}
        </>
      }
    >
      {remove && isAsking ? (
        <Box sx={{ display: 'grid', gap: 3, maxWidth: 440 }}>
          <Typography>{remove.ask}</Typography>
          <SettingsFault error={removing.error} onRetry={null} />
          <Box sx={{ display: 'flex', gap: 2 }}>
            <Button color="error" loading={removing.loading} onClick={() => removing.run()}>
              {t('methods.remove')}
            </Button>
            <Button variant="text" onClick={() => setIsAsking(false)}>
              {t('methods.cancel')}
            </Button>
          </Box>
        </Box>
      ) : null}
    </SettingsRow>
  )
}
