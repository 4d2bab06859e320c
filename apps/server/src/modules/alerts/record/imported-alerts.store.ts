import { catalogue } from '@roundsman/alerting/catalogue'
import type { Evidence } from '@roundsman/alerting/deciding'
import type { Queryable } from '../../../platform/db/database.ts'
import type { ValidatorNames } from '../../watch/watch.public.ts'
import { keysOf } from '../entries/entry-targets.ts'
import { alert, alertRecipient } from '../alerts.schema.ts'

/** Something that concerned a user elsewhere. Times are Unix ms. */
export interface ImportedAlert {
  userId: number
  /** null: the network itself. */
  validator: (ValidatorNames & { moniker: string | null }) | null
  settingId: number
  at: number
  height: number | null
  endedAt: number | null
  acknowledgedAt: number | null
  figures: Pick<
    Partial<Evidence>,
    'value' | 'before' | 'after' | 'missed_blocks' | 'signed_blocks_window' | 'consecutive_missed'
  >
}

/** Rows in one statement: well below the 65,535 parameters that the protocol allows. */
const rowsAtOnce = 500

/**
 * Adds alerts to the history of those whom they concerned, in this order, which has to be that of their times. Nobody is
 * messaged: there is no delivery of any of them. Their number is 0, which no alert has that was decided here; where the
 * condition still holds when the network is first seen, that goes on.
 */
export async function storeImportedAlerts(
  orm: Queryable,
  { networkId, epoch }: { networkId: number; epoch: number },
  alerts: readonly ImportedAlert[],
): Promise<void> {
  const named = alerts.map((one, place) => ({ ...one, place }))
  for (let first = 0; first < named.length; first += rowsAtOnce) {
    const some = named.slice(first, first + rowsAtOnce)
    const rows = some.flatMap(({ validator, settingId, at, height, endedAt, figures, place }) => {
      const meaning = catalogue.meaning(settingId)
      const severity = meaning?.condition.severity[meaning.trigger] ?? null
      if (meaning === null || severity === null) throw new Error(`There is no setting ${settingId}.`)
      const target = validator === null ? 'network' : `validator:${validator.id}`
      return {
        networkId,
        settingId,
        type: meaning.condition.type,
        severity,
        validatorId: validator?.id ?? null,
        validatorKeys: validator === null ? [] : keysOf(validator),
        targetName: validator?.moniker ?? null,
        at: new Date(at),
        height,
        evidence: evidenceOf(at, meaning.condition.threshold, figures),
        phonesWait: false,
        occurrence: `${epoch}/${target}/${settingId}/0@${height ?? '-'}#imported-${place}`,
        endedAt: endedAt === null ? null : new Date(endedAt),
        createdAt: new Date(at),
      }
    })
    const added = await orm
      .insert(alert)
      .values(rows)
      .returning({ id: alert.id, occurrence: alert.occurrence })
    const ids = new Map(added.map(({ id, occurrence }) => [occurrence, id]))
    await orm.insert(alertRecipient).values(
      some.map(({ userId, acknowledgedAt }, index) => ({
        userId,
        alertId: ids.get(rows[index]?.occurrence ?? '') ?? 0,
        acknowledgedAt: acknowledgedAt === null ? null : new Date(acknowledgedAt),
        acknowledgedVia: acknowledgedAt === null ? null : ('PAGE' as const),
      })),
    )
  }
}

function evidenceOf(at: number, threshold: number | null, figures: ImportedAlert['figures']): Evidence {
  return { value: null, ...figures, assurance: null, host: null, observed_at: at, threshold, imported: true }
}
