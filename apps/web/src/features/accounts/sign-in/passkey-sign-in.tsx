import KeyRounded from '@mui/icons-material/KeyRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { secondFactorEndpoints, type UsedPasskey } from '@roundsman/contract/accounts/second-factor'
import { useEffect, useState } from 'react'
import { formProblem, isProblem } from '../../../data/api/errors.ts'
import { useAction } from '../../../data/api/operation.ts'
import { fillsPasskeysIn, stopPasskeys, presentPasskey } from '../../../data/services/passkeys.ts'
import { useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** In by a passkey: by a button, or from the list that the browser opens at the e-mail field (P752). */
export function PasskeySignIn() {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const formats = useFormats()
  const { client, session } = useServices()
  const login = useAction(
    (credential: UsedPasskey) => client.callTo(secondFactorEndpoints.loginPasskey, { body: { credential } }),
    { onLoaded: (user) => session.enter(user) },
  )
  const ask = useAction(
    async () => presentPasskey(await client.callTo(secondFactorEndpoints.startPasskeyLogin), 'all'),
    { onLoaded: (credential) => credential && login.run(credential) },
  )
  const [failed, setFailed] = useState<Error | null>(null)
  useEffect(() => {
    let isHere = true
    void (async () => {
      if (!(await fillsPasskeysIn())) return
      const options = await client.callTo(secondFactorEndpoints.startPasskeyLogin)
      const credential = isHere ? await presentPasskey(options, 'autofill') : null
      if (credential === null) return
      const body = { credential }
      try {
        session.enter(await client.callTo(secondFactorEndpoints.loginPasskey, { body }))
      } catch (error) {
        if (isHere && error instanceof Error) setFailed(error)
      }
      // What goes wrong before nobody asked for: the button says it.
    })().catch(() => undefined)
    return () => {
      isHere = false
      stopPasskeys()
    }
  }, [client, session])
  const error = login.error ?? ask.error ?? failed
  return (
    <>
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {error ? (
          <Alert severity="error">
            {isProblem(error, 'invalid_credential')
              ? tAccount('factor.unknownPasskey')
              : formProblem(error, t, formats)}
          </Alert>
        ) : null}
      </Box>
      <Button
        size="large"
        fullWidth
        startIcon={<KeyRounded />}
        sx={{ '& .MuiButton-startIcon': { color: 'text.secondary', marginInlineEnd: 2.5 } }}
        loading={ask.loading || login.loading}
        onClick={() => {
          setFailed(null)
          ask.run()
        }}
      >
        {tAccount('factor.signIn')}
      </Button>
    </>
  )
}
