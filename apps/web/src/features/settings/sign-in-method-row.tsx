import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { SignInMethod } from '@roundsman/contract/accounts'
import type { Profile } from '@roundsman/contract/users'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { useAction } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { say as tell } from '../../ui/say.ts'
import { PresentPasswordForm, type PresentPasswordValue } from './present-password-form.tsx'
import { signInMethodsKey } from './sign-in-methods-query.ts'

interface Props {
  method: z.infer<typeof SignInMethod>
  user: Profile
  /** Nothing else opens the account. */
  isOnly: boolean
}

/** One identity, and the question before it goes. */
export function SignInMethodRow({ method: { id, issuer, email, linked_at }, user, isOnly }: Props) {
  const { t } = useTranslation('account')
  const formats = useFormats()
  const { client, queries, serverTime } = useServices()
  const [asking, setAsking] = useState(false)
  const note = useId()
  const remove = useAction(
    (body: PresentPasswordValue) => client.call('removeSignInMethod', { params: { id }, body }),
    {
      onLoaded: () => {
        tell(t('methods.removed', { issuer }))
        void queries.invalidateQueries({ queryKey: ['sessions'] })
        return queries.invalidateQueries({ queryKey: signInMethodsKey })
      },
    },
  )
  const since = t('methods.linked', { time: formats.time(linked_at, serverTime.now()) })

  return (
    <Box component="li" sx={{ display: 'grid', gap: 3, py: 3, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3 }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="subtitle2" component="div" dir="ltr" noWrap sx={{ textAlign: 'start' }}>
            {issuer}
          </Typography>
          <Typography variant="caption" color="textSecondary" component="div">
            {[email, since].filter((part) => part !== null).join(' · ')}
          </Typography>
          {isOnly ? (
            <Typography variant="caption" color="textSecondary" component="div" id={note}>
              {t('methods.onlyWay')}
            </Typography>
          ) : null}
        </Box>
        <Button
          disabled={isOnly}
          aria-label={t('methods.removeOf', { issuer })}
          aria-expanded={asking}
          {...(isOnly ? { 'aria-describedby': note } : {})}
          onClick={() => setAsking(!asking)}
        >
          {t('methods.remove')}
        </Button>
      </Box>
      {asking && !isOnly ? (
        <PresentPasswordForm
          user={user}
          ask={t('methods.removeAsk', { issuer })}
          submit={t('methods.remove')}
          danger
          action={remove}
          onCancel={() => {
            remove.reset()
            setAsking(false)
          }}
        />
      ) : null}
    </Box>
  )
}
