import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import type { Validator } from '@roundsman/contract/validators'
import type { ReactNode } from 'react'

/** What both forms of the list are given. */
export interface HistoryRows {
  items: readonly AlertHistoryItem[]
  /** The first of them was asked for by a link, and stands apart. */
  linkedId: number | null
  openId: number | null
  rowOf: (id: number | null) => Validator | undefined
  onAcknowledge: (ids: readonly number[]) => void
  /** Opens an alert, or closes the open one. */
  onToggle: (id: number) => void
  onHold: (held: boolean) => void
  renderOpen: (item: AlertHistoryItem) => ReactNode
}
