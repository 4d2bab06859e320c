import type { Language } from '@roundsman/contract/accounts/users'
import type { Queryable } from '../../../platform/db/database.ts'
import { deliveriesAbout, usedUpIn } from '../../notifications/notifications.public.ts'
import { alertKind } from '../record/alert.store.ts'
import { type Reader, writingFor } from '../texts/writing.ts'

type Phone = 'sms' | 'voice'

/**
 * What a mail says first that stands for an SMS or a call which its reader's budget kept back (D275): else they would wait
 * for the phone to ring.
 */
export async function replacementOf(
  orm: Queryable,
  of: { userId: number; references: readonly string[] },
  reader: Reader,
): Promise<string[]> {
  const about = await deliveriesAbout(orm, { ...of, kind: alertKind })
  const { clock } = writingFor(reader).written
  return (['sms', 'voice'] as const).flatMap((channel: Phone) => {
    const kept = about.filter((one) => one.channel === channel && one.state === 'SUPPRESSED')
    const usedUp = kept.flatMap(({ detail }) => usedUpIn(detail) ?? []).at(-1)
    if (usedUp === undefined) return []
    return [texts[reader.language][channel][usedUp.isShare ? 'share' : 'all'](clock(usedUp.until))]
  })
}

type Said = (until: string) => string

const texts: Readonly<Record<Language, Record<Phone, { all: Said; share: Said }>>> = {
  en: {
    sms: {
      all: (until) => `Your SMS for today are used up until ${until}: this would have been one.`,
      share: (until) =>
        `This would have been an SMS: those for alerts no graver than this are used up until ${until}.`,
    },
    voice: {
      all: (until) => `Your calls for today are used up until ${until}: this would have been one.`,
      share: (until) =>
        `This would have been a call: those for alerts no graver than this are used up until ${until}.`,
    },
  },
  ru: {
    sms: {
      all: (until) => `SMS на сегодня исчерпаны до ${until}: это сообщение пришло бы по SMS.`,
      share: (until) =>
        `Это сообщение пришло бы по SMS, но SMS для оповещений не важнее этого исчерпаны до ${until}.`,
    },
    voice: {
      all: (until) => `Звонки на сегодня исчерпаны до ${until}: об этом мы бы позвонили.`,
      share: (until) =>
        `Об этом мы бы позвонили, но звонки для оповещений не важнее этого исчерпаны до ${until}.`,
    },
  },
  uk: {
    sms: {
      all: (until) => `SMS на сьогодні вичерпано до ${until}: це повідомлення надійшло б по SMS.`,
      share: (until) =>
        `Це повідомлення надійшло б по SMS, але SMS для сповіщень, не важливіших за це, вичерпано до ${until}.`,
    },
    voice: {
      all: (until) => `Дзвінки на сьогодні вичерпано до ${until}: про це ми б зателефонували.`,
      share: (until) =>
        `Про це ми б зателефонували, але дзвінки для сповіщень, не важливіших за це, вичерпано до ${until}.`,
    },
  },
}
