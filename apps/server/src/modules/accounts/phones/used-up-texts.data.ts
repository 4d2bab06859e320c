import type { Language } from '@roundsman/contract/accounts/users'
import type { Message } from '../../notifications/notifications.public.ts'

/** That SMS or calls for today are used up. `until`: when there is one again; `kept`: how many are left for the gravest. */
type UsedUp = (until: string, kept: number) => Message

const keptInEnglish = (kept: number) => {
  if (kept === 0) return []
  // Of what is kept the last one is not for what is near jail (D300).
  if (kept === 1) return ['1 more is kept for the gravest: validator jailed or tombstoned, network halted.']
  return [
    `${kept} more are kept for the gravest: jail near, validator jailed or tombstoned, network halted. The last one is left for a jailing or a halt.`,
  ]
}

/** Of SMS each has its end beside it (D334), but for the very last one (D343). */
const keptSmsInEnglish = (kept: number) =>
  kept < 2
    ? keptInEnglish(kept)
    : [
        kept === 2
          ? '2 more are kept for the gravest: validator jailed or tombstoned, network halted. The last one is never spent on an end, which then comes by e-mail.'
          : `${kept} more are kept for the gravest and the ends of it: jail near, validator jailed or tombstoned, network halted. The last two are left for a jailing or a halt, and the very last one is never spent on an end, which then comes by e-mail.`,
      ]

const keptInRussian = (kept: number, last: string) => {
  if (kept === 0) return []
  if (kept === 1)
    return [
      'В запасе 1 — только на самое важное: валидатор попал в тюрьму или исключён навсегда, сеть остановилась.',
    ]
  return [
    `В запасе ${kept} — только на самое важное: до тюрьмы недалеко, валидатор попал в неё или исключён навсегда, сеть остановилась. ${last} — на случай тюрьмы или остановки сети.`,
  ]
}

const keptSmsInRussian = (kept: number) =>
  kept < 2
    ? keptInRussian(kept, '')
    : [
        kept === 2
          ? 'В запасе 2 — только на самое важное: валидатор попал в тюрьму или исключён навсегда, сеть остановилась. Последнее SMS на окончание не тратится: о нём тогда сообщит письмо.'
          : `В запасе ${kept} — только на самое важное и его окончание: до тюрьмы недалеко, валидатор попал в неё или исключён навсегда, сеть остановилась. Последние два SMS — на случай тюрьмы или остановки сети, и самое последнее на окончание не тратится: о нём тогда сообщит письмо.`,
      ]

const keptInUkrainian = (kept: number, last: string) => {
  if (kept === 0) return []
  if (kept === 1)
    return [
      'У запасі 1 — лише на найважливіше: валідатор потрапив до в’язниці або виключений назавжди, мережа зупинилася.',
    ]
  return [
    `У запасі ${kept} — лише на найважливіше: до в’язниці недалеко, валідатор потрапив до неї або виключений назавжди, мережа зупинилася. ${last} — на випадок в’язниці чи зупинки мережі.`,
  ]
}

const keptSmsInUkrainian = (kept: number) =>
  kept < 2
    ? keptInUkrainian(kept, '')
    : [
        kept === 2
          ? 'У запасі 2 — лише на найважливіше: валідатор потрапив до в’язниці або виключений назавжди, мережа зупинилася. Останнє SMS на завершення не витрачається: про нього тоді повідомить лист.'
          : `У запасі ${kept} — лише на найважливіше та його завершення: до в’язниці недалеко, валідатор потрапив до неї або виключений назавжди, мережа зупинилася. Останні два SMS — на випадок в’язниці чи зупинки мережі, і найостанніше на завершення не витрачається: про нього тоді повідомить лист.`,
      ]

export const usedUpTexts: Readonly<Record<Language, { sms: UsedUp; voice: UsedUp }>> = {
  en: {
    sms: (until, kept) => ({
      subject: kept === 0 ? 'Daily SMS limit reached' : `${kept} SMS left today, kept for the gravest`,
      paragraphs: [
        `Your daily SMS limit is used up until ${until}. Until then, alerts come by e-mail instead.`,
        ...keptSmsInEnglish(kept),
      ],
    }),
    voice: (until, kept) => ({
      subject:
        kept === 0
          ? 'Daily call limit reached'
          : `${kept} ${kept === 1 ? 'call' : 'calls'} left today, kept for the gravest`,
      paragraphs: [
        `Your daily call limit is used up until ${until}. Until then, alerts come by SMS or e-mail instead.`,
        ...keptInEnglish(kept),
      ],
    }),
  },
  ru: {
    sms: (until, kept) => ({
      subject:
        kept === 0
          ? 'Дневной лимит SMS исчерпан'
          : `Осталось SMS на сегодня: ${kept}, только на самое важное`,
      paragraphs: [
        `Дневной лимит SMS исчерпан до ${until}. До этого времени оповещения приходят на почту.`,
        ...keptSmsInRussian(kept),
      ],
    }),
    voice: (until, kept) => ({
      subject:
        kept === 0
          ? 'Дневной лимит звонков исчерпан'
          : `Осталось звонков на сегодня: ${kept}, только на самое важное`,
      paragraphs: [
        `Дневной лимит звонков исчерпан до ${until}. До этого времени оповещения приходят по SMS или на почту.`,
        ...keptInRussian(kept, 'Последний звонок'),
      ],
    }),
  },
  uk: {
    sms: (until, kept) => ({
      subject:
        kept === 0
          ? 'Денний ліміт SMS вичерпано'
          : `Залишилося SMS на сьогодні: ${kept}, лише на найважливіше`,
      paragraphs: [
        `Денний ліміт SMS вичерпано до ${until}. До того часу сповіщення надходять на пошту.`,
        ...keptSmsInUkrainian(kept),
      ],
    }),
    voice: (until, kept) => ({
      subject:
        kept === 0
          ? 'Денний ліміт дзвінків вичерпано'
          : `Залишилося дзвінків на сьогодні: ${kept}, лише на найважливіше`,
      paragraphs: [
        `Денний ліміт дзвінків вичерпано до ${until}. До того часу сповіщення надходять по SMS або на пошту.`,
        ...keptInUkrainian(kept, 'Останній дзвінок'),
      ],
    }),
  },
}
