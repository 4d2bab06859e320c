import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'

type Delivery = AlertHistoryItem['deliveries'][number]
export interface HistoryEntry {
  /** Seconds before the moment of the pictures. */
  ago: number
  severity: AlertHistoryItem['severity']
  type: AlertHistoryItem['type']
  title: string
  /** Its place in the list of validators; null: the network itself. */
  validator: number | null
  /** The name of the bridge that it is about, instead. */
  bridge?: string
  height: number | null
  sent: [channel: Delivery['channel'], state: Delivery['state'], detail?: string][]
  seen?: [seconds: number, via: 'PAGE' | 'CALL' | 'MAIL']
  /** Whether it goes on; seconds before the moment of the pictures: when it was over. Left out: it has no end. */
  status?: 'ONGOING' | 'ENDED' | number
  evidence?: Record<string, unknown>
  message?: string
  trigger?: AlertHistoryItem['trigger']
  /** Whatever else its item says; times in seconds before the moment of the pictures. */
  incident?: { id: number; setting: number; began?: number; jailed?: number; untold?: true; waits?: number }
}
