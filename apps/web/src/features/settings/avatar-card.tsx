import Alert from '@mui/material/Alert'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { avatarMaxBytes } from '@roundsman/contract/accounts'
import type { Profile } from '@roundsman/contract/users'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldProblem, formProblem } from '../../data/form-problem.ts'
import { useServices } from '../../data/services.ts'
import { changeUser } from '../../data/session.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { initialsOf } from '../../ui/monogram.tsx'
import { SettingsCard } from './settings-card.tsx'

/** The user's picture: the server makes it the square of its middle and takes out everything but the picture. */
export function AvatarCard({ user }: { user: Profile }) {
  const { t } = useTranslation()
  const { t: say } = useTranslation('account')
  const formats = useFormats()
  const { client, queries } = useServices()
  const input = useRef<HTMLInputElement>(null)
  const [tooLarge, setTooLarge] = useState(false)
  const onSuccess = (after: Profile) => changeUser(queries, () => after)
  const change = useMutation({
    mutationFn: (file: File | null) => {
      if (file === null) return client.call('removeAvatar')
      const body = new FormData()
      body.append('avatar', file)
      return client.call('putAvatar', { body })
    },
    onSuccess,
  })
  const choose = (file: File | undefined) => {
    if (!file) return
    setTooLarge(file.size > avatarMaxBytes)
    if (file.size <= avatarMaxBytes) change.mutate(file)
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
        <Button variant="outlined" loading={change.isPending} onClick={() => input.current?.click()}>
          {say('avatar.upload')}
        </Button>
        {user.avatar === null ? null : (
          <Button
            color="error"
            disabled={change.isPending}
            onClick={() => {
              setTooLarge(false)
              change.mutate(null)
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
