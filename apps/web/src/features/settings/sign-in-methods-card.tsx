import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Profile } from '@roundsman/contract/users'
import { useTranslation } from 'react-i18next'
import { formProblem } from '../../data/form-problem.ts'
import { useFetch } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { AddProvider } from './add-provider.tsx'
import { SettingsCard } from './settings-card.tsx'
import { SignInMethodRow } from './sign-in-method-row.tsx'
import { signInMethodsQuery } from './sign-in-methods-query.ts'

const none = { methods: [], addable: null }

/** What opens this account: the password, and identities at providers, which can be removed and added. */
export function SignInMethodsCard({ user }: { user: Profile }) {
  const { t } = useTranslation()
  const { t: say } = useTranslation('account')
  const formats = useFormats()
  const { boot, client } = useServices()
  const list = useFetch(signInMethodsQuery(client), none)
  const { methods, addable } = list.known ?? none
  const ways = methods.length + (user.has_password ? 1 : 0)

  return (
    <SettingsCard title={say('methods.title')} hint={say('methods.hint')}>
      <Box role="alert" sx={{ '&:empty': { display: 'none' }, mb: 3 }}>
        {list.error ? <Alert severity="error">{formProblem(list.error, t, formats)}</Alert> : null}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        <Box component="li" sx={{ py: 3, borderTop: 1, borderColor: 'divider' }}>
          <Typography variant="subtitle2" component="div">
            {say('methods.password')}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {user.has_password ? say('methods.hasPassword') : say('methods.noPassword')}
          </Typography>
        </Box>
        {methods.map((method) => (
          <SignInMethodRow key={method.id} method={method} user={user} isOnly={ways === 1} />
        ))}
      </Box>
      {addable !== null && boot.google_client_id !== null ? (
        <AddProvider issuer={addable} clientId={boot.google_client_id} user={user} />
      ) : null}
    </SettingsCard>
  )
}
