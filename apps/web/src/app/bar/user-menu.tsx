import LogoutRounded from '@mui/icons-material/LogoutRounded'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { Profile } from '@roundsman/contract/accounts/users'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { isProblem } from '../../data/api/errors.ts'
import { useAction } from '../../data/api/operation.ts'
import { useServices } from '../../data/services/services.ts'
import { UserPicture } from '../../parts/user-picture.tsx'
import { Divider, AnchoredMenu, MenuItem } from '../../ui/controls/menu.tsx'
import { showError } from '../../ui/toast.ts'

interface Props {
  user: Profile
}

/** The first name, otherwise what stands before the @ of the address. */
function nameOf(user: Pick<Profile, 'first_name' | 'email'>): string {
  return user.first_name.trim() || (user.email.split('@')[0] ?? user.email)
}

export function UserMenu({ user }: Props) {
  const { t } = useTranslation()
  const texts = useTranslation('shell')
  const { client, session } = useServices()
  const navigate = useNavigate()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const name = nameOf(user)

  const logout = useAction(() => client.call('logout'), {
    onLoaded: () => session.leave(),
    onError(error) {
      setAnchor(null)
      // A session that is already gone is as good. Otherwise it lives on, and nobody is told that it does not.
      if (isProblem(error, 'not_authenticated')) session.leave()
      else showError(t('bar.notSignedOut'))
    },
  })

  return (
    <>
      <IconButton
        aria-label={t('bar.user', { name })}
        aria-haspopup="menu"
        aria-controls={anchor ? id : undefined}
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ p: 0.5, borderRadius: '50%' }}
      >
        <UserPicture avatar={user.avatar} size={36} />
      </IconButton>
      <AnchoredMenu
        id={id}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { width: 230, mt: 1 } }, list: { 'aria-label': t('bar.account') } }}
      >
        <Box role="presentation" sx={{ px: 4, py: 2 }}>
          <Typography variant="subtitle2" component="div" noWrap>
            {name}
          </Typography>
          <Typography variant="caption" color="textSecondary" noWrap component="div">
            {user.email}
          </Typography>
        </Box>
        <Divider sx={{ mb: 1.5 }} />
        <MenuItem
          onClick={() => {
            setAnchor(null)
            void navigate({ to: '/settings' })
          }}
        >
          <SettingsOutlined sx={{ fontSize: 20, color: 'text.secondary' }} />
          {texts.t('nav.settings')}
        </MenuItem>
        <MenuItem disabled={logout.loading} aria-busy={logout.loading} onClick={() => logout.run()}>
          {logout.loading ? (
            <CircularProgress size={20} aria-hidden />
          ) : (
            <LogoutRounded sx={{ fontSize: 20, color: 'text.secondary' }} />
          )}
          {t('bar.signOut')}
        </MenuItem>
      </AnchoredMenu>
    </>
  )
}
