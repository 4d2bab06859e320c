import type { SvgIconComponent } from '@mui/icons-material'
import CallOutlined from '@mui/icons-material/CallOutlined'
import MailOutlined from '@mui/icons-material/MailOutlined'
import SmsOutlined from '@mui/icons-material/SmsOutlined'
import type { Delivery } from './delivery-groups.ts'

const icons: Record<Delivery['channel'], SvgIconComponent> = {
  SMS: SmsOutlined,
  VOICE: CallOutlined,
  EMAIL: MailOutlined,
}

/** By which channel a message went; its word stands beside it for who listens. */
export function ChannelIcon({ channel }: { channel: Delivery['channel'] }) {
  const Icon = icons[channel]
  return <Icon aria-hidden data-channel={channel} />
}
