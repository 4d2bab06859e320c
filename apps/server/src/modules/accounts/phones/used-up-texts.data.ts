import type { Language } from '@roundsman/contract/accounts/users'
import type { Message } from '../../notifications/notifications.public.ts'

/** That SMS or calls for today are used up. `until`: when there is one again; `kept`: how many are left for the gravest. */
type UsedUp = (until: string, kept: number) => Message

const keptInEnglish = (kept: number) =>
  kept > 0
    ? [
        `${kept} more ${kept === 1 ? 'is' : 'are'} kept for the gravest: jail near, validator jailed or tombstoned, network halted.`,
      ]
    : []

export const usedUpTexts: Readonly<Record<Language, { sms: UsedUp; voice: UsedUp }>> = {
  en: {
    sms: (until, kept) => ({
      subject: 'Daily SMS limit reached',
      paragraphs: [
        `Your daily SMS limit is used up until ${until}. Until then, alerts come by e-mail instead.`,
        ...keptInEnglish(kept),
      ],
    }),
    voice: (until, kept) => ({
      subject: 'Daily call limit reached',
      paragraphs: [
        `Your daily call limit is used up until ${until}. Until then, alerts come by SMS or e-mail instead.`,
        ...keptInEnglish(kept),
      ],
    }),
  },
  ru: {
    sms: (until, kept) => ({
      subject: 'Дневной лимит SMS исчерпан',
      paragraphs: [
        `Дневной лимит SMS исчерпан до ${until}. До этого времени оповещения приходят на почту.`,
        ...(kept > 0
          ? [
              `В запасе ${kept} — только на самое важное: до тюрьмы недалеко, валидатор попал в неё или исключён навсегда, сеть остановилась.`,
            ]
          : []),
      ],
    }),
    voice: (until, kept) => ({
      subject: 'Дневной лимит звонков исчерпан',
      paragraphs: [
        `Дневной лимит звонков исчерпан до ${until}. До этого времени оповещения приходят по SMS или на почту.`,
        ...(kept > 0
          ? [
              `В запасе ${kept} — только на самое важное: до тюрьмы недалеко, валидатор попал в неё или исключён навсегда, сеть остановилась.`,
            ]
          : []),
      ],
    }),
  },
  uk: {
    sms: (until, kept) => ({
      subject: 'Денний ліміт SMS вичерпано',
      paragraphs: [
        `Денний ліміт SMS вичерпано до ${until}. До того часу сповіщення надходять на пошту.`,
        ...(kept > 0
          ? [
              `У запасі ${kept} — лише на найважливіше: до в’язниці недалеко, валідатор потрапив до неї або виключений назавжди, мережа зупинилася.`,
            ]
          : []),
      ],
    }),
    voice: (until, kept) => ({
      subject: 'Денний ліміт дзвінків вичерпано',
      paragraphs: [
        `Денний ліміт дзвінків вичерпано до ${until}. До того часу сповіщення надходять по SMS або на пошту.`,
        ...(kept > 0
          ? [
              `У запасі ${kept} — лише на найважливіше: до в’язниці недалеко, валідатор потрапив до неї або виключений назавжди, мережа зупинилася.`,
            ]
          : []),
      ],
    }),
  },
}
