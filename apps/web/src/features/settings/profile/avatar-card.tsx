import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Profile } from '@roundsman/contract/accounts/users'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { fieldProblem, formProblem } from '../../../data/api/errors.ts'
import { useAction } from '../../../data/api/operation.ts'
import {
  cutPicture,
  openPicture,
  type Picture,
  type PictureArea,
  pictureMaxBytes,
} from '../../../data/browser/picture.ts'
import { useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { UserPicture } from '../../../parts/user-picture.tsx'
import { SettingsCard } from '../settings-card.tsx'

const CropDialog = lazy(() => import('./crop-dialog.tsx'))

/** The user's picture: a square of a file of theirs. The server takes out everything but the picture. */
export function AvatarCard({ user }: { user: Profile }) {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const formats = useFormats()
  const { client, session } = useServices()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<Picture | null>(null)
  const [refused, setRefused] = useState<'tooLarge' | 'noPicture' | null>(null)

  const open = useAction(
    async (file: File) => (file.size > pictureMaxBytes ? 'tooLarge' : openPicture(file)),
    {
      onLoaded(opened) {
        if (opened === 'tooLarge') return setRefused('tooLarge')
        setRefused(opened === null ? 'noPicture' : null)
        setPicture(opened)
      },
    },
  )
  const save = useAction(
    async ({ from, area }: { from: Picture; area: PictureArea }) => {
      const body = new FormData()
      body.append('avatar', await cutPicture(from, area), 'picture')
      return client.call('putAvatar', { body })
    },
    {
      onLoaded(after) {
        setPicture(null)
        session.change(() => after)
      },
    },
  )
  const remove = useAction(() => client.call('removeAvatar'), {
    onLoaded: (after) => session.change(() => after),
  })
  const problemOf = (error: Error | null) =>
    error && (fieldProblem(error, 'avatar') ?? formProblem(error, t, formats))
  const problem = refused === null ? problemOf(remove.error) : tAccount(`avatar.${refused}`)

  return (
    <SettingsCard title={tAccount('avatar.title')} hint={tAccount('avatar.hint')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4 }}>
        <UserPicture avatar={user.avatar} alt={tAccount('avatar.title')} size={72} />
        <input
          ref={input}
          type="file"
          hidden
          aria-label={tAccount('avatar.upload')}
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            save.reset()
            remove.reset()
            if (file) open.run(file)
          }}
        />
        <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
          {/* Never disabled while the file is opened: the focus has to come back here when the dialog closes. */}
          <Button variant="outlined" aria-busy={open.loading} onClick={() => input.current?.click()}>
            {tAccount('avatar.upload')}
          </Button>
          {user.avatar === null ? null : (
            <Button
              variant="text"
              color="error"
              loading={remove.loading}
              onClick={() => {
                setRefused(null)
                remove.run()
              }}
            >
              {tAccount('avatar.remove')}
            </Button>
          )}
        </Box>
      </Box>
      <Box role="alert" sx={{ mt: 3, '&:empty': { display: 'none' } }}>
        {problem === null ? null : <Alert severity="error">{problem}</Alert>}
      </Box>
      {picture === null ? null : (
        <Suspense>
          <CropDialog
            picture={picture}
            busy={save.loading}
            problem={problemOf(save.error)}
            onSave={(area) => save.run({ from: picture, area })}
            onClose={() => setPicture(null)}
          />
        </Suspense>
      )}
    </SettingsCard>
  )
}
