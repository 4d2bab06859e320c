import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Profile } from '@roundsman/contract/accounts/users'
import { useState } from 'react'
import { useAction } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useFactorGuard } from './factors/factor-gate.tsx'
import { PresentPasswordForm, type PresentPasswordValue } from './reauth.tsx'
import { SettingsCard } from '../settings-card.tsx'

/** How somebody takes with them what is kept of them, and deletes their account (P582). */
export function LeavingCard({ user }: { user: Profile }) {
  const { t } = useTranslation('account')
  const { client, session } = useServices()
  const guard = useFactorGuard()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useAction(
    (body: PresentPasswordValue) => guard(() => client.call('deleteAccount', { body })),
    {
      onLoaded: () => session.leave(),
    },
  )

  return (
    <SettingsCard title={t('leaving.title')} hint={t('leaving.hint')}>
      {isAsking ? (
        <Box sx={{ display: 'grid', gap: 4, maxWidth: 440 }}>
          <Alert severity="warning" role="note">
            {t('leaving.deleteLoses')}
          </Alert>
          <PresentPasswordForm
            user={user}
            ask={t('leaving.deleteAsk', { email: user.email })}
            submit={t('leaving.deleteNow')}
            danger
            action={remove}
            onCancel={() => setIsAsking(false)}
          />
        </Box>
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
          <Button variant="outlined" component="a" href="/api/users/export/" download>
            {t('leaving.download')}
          </Button>
          <Button color="error" onClick={() => setIsAsking(true)}>
            {t('leaving.delete')}
          </Button>
        </Box>
      )}
    </SettingsCard>
  )
}
