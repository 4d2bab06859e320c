import type { AlertType } from '@roundsman/contract/alerts'
import { useState } from 'react'

/** What costs stake stands open from the start; so does all of a bridge and of the network, which have few groups. */
const openAtFirst: readonly AlertType[] = [
  ...(['UPTIME', 'JAILED', 'TOMBSTONED', 'OTEL_UPDATE', 'SYNC_STATUS', 'NETWORK'] as const),
]

/** Which groups of settings are open. */
export function useOpenTypes(): [isOpen: (type: AlertType) => boolean, toggle: (type: AlertType) => void] {
  const [open, setOpen] = useState<ReadonlySet<AlertType>>(new Set(openAtFirst))
  const toggle = (type: AlertType) =>
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(type)) after.add(type)
      return after
    })
  return [(type) => open.has(type), toggle]
}
