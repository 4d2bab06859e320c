import Alert from '@mui/material/Alert'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { avatarMaxBytes } from '@roundsman/contract/accounts'
import type { Profile } from '@roundsman/contract/users'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldProblem, formProblem } from '../../data/form-problem.ts'
import { useAction } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { initialsOf } from '../../ui/monogram.tsx'
import { SettingsCard } from './settings-card.tsx'

/** The user's picture: the server makes it the square of its middle and takes out everything but the picture. */
export function AvatarCard({ user }: { user: Profile }) {
  const { t } = useTranslation()
  const { t: say } = useTranslation('account')
  const formats = useFormats()
  const { client, session } = useServices()
  const input = useRef<HTMLInputElement>(null)
  const [tooLarge, setTooLarge] = useState(false)
  const onLoaded = (after: Profile) => session.change(() => after)
  const change = useAction(
    (file: File | null) => {
      if (file === null) return client.call('removeAvatar')
      const body = new FormData()
      body.append('avatar', file)
      return client.call('putAvatar', { body })
    },
    { onLoaded },
  )
  const choose = (file: File | undefined) => {
    if (!file) return
    setTooLarge(file.size > avatarMaxBytes)
    if (file.size <= avatarMaxBytes) change.run(file)
  }
  const problem = tooLarge
    ? say('avatar.tooLarge')
    : change.error
      ? (fieldProblem(change.error, 'avatar') ?? formProblem(change.error, t, formats))
      : null

  return (
    <SettingsCard title={say('avatar.title')} hint={say('avatar.hint')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4 }}>
        <Avatar
          {...(user.avatar === null ? {} : { src: user.avatar })}
          alt={say('avatar.title')}
          sx={{ width: 72, height: 72, bgcolor: 'primary.tint', color: 'primary.text', fontWeight: 600 }}
        >
          {initialsOf(`${user.first_name || user.email} ${user.last_name}`)}
        </Avatar>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={say('avatar.upload')}
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          onChange={(event) => {
            choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button variant="outlined" loading={change.loading} onClick={() => input.current?.click()}>
          {say('avatar.upload')}
        </Button>
        {user.avatar === null ? null : (
          <Button
            color="error"
            disabled={change.loading}
            onClick={() => {
              setTooLarge(false)
              change.run(null)
            }}
          >
            {say('avatar.remove')}
          </Button>
        )}
      </Box>
      <Box role="alert" sx={{ mt: 3, '&:empty': { display: 'none' } }}>
        {problem === null ? null : <Alert severity="error">{problem}</Alert>}
      </Box>
    </SettingsCard>
  )
}
