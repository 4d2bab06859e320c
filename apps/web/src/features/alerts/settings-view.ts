import type { NotificationChannel } from '@roundsman/contract/accounts'
import type { AlertReplay } from '@roundsman/contract/alert-actions'
import type { Standing } from './conditions-query.ts'
import type { SettingGroup } from './setting-groups.ts'
import type { DraftBoxes } from './use-draft-boxes.ts'

/** What the rows of settings are drawn from, as a table or on a phone. */
export interface SettingsView {
  groups: readonly SettingGroup[]
  draft: DraftBoxes
  usable: ReadonlySet<NotificationChannel>
  /** How the conditions stand; undefined while that is not known, null where there is nothing to say: of every one. */
  standings: readonly Standing[] | undefined | null
  replay: AlertReplay | undefined
}
