import { mostInTeam, mostTeams } from '@roundsman/contract/accounts/teams'
import type { Language } from '@roundsman/contract/accounts/users'

interface TeamMail {
  subject: string
  paragraphs: readonly string[]
  button: string
}

interface TeamTexts {
  /** `from`: the address of the account that invites. It goes to addresses that nobody has confirmed (A74). */
  invitation: (from: string) => TeamMail
  nowOwner: (team: string) => TeamMail
}

export const teamTexts: Readonly<Record<Language, TeamTexts>> = {
  en: {
    invitation: (from) => ({
      subject: 'You’re invited to a team on Roundsman',
      paragraphs: [
        `${from} invites you to their team, which monitors validators and bridges together.`,
        'The link works once, for seven days, with the account that has this e-mail address. If you don’t know the sender, ignore this e-mail.',
      ],
      button: 'View invitation',
    }),
    nowOwner: (team) => ({
      subject: 'You now own a team on Roundsman',
      paragraphs: [
        `The last owner of the team ${team} deleted their account. Its settings and members are unchanged, and you are its owner now.`,
        'You can make another member an owner in your settings.',
      ],
      button: 'View team',
    }),
  },
  ru: {
    invitation: (from) => ({
      subject: 'Вас приглашают в команду в Roundsman',
      paragraphs: [
        `${from} приглашает вас в команду, которая вместе следит за валидаторами и мостами.`,
        'Ссылка действует один раз в течение семи дней для аккаунта с этим адресом. Если отправитель вам не знаком, проигнорируйте письмо.',
      ],
      button: 'Открыть приглашение',
    }),
    nowOwner: (team) => ({
      subject: 'Теперь вы владелец команды в Roundsman',
      paragraphs: [
        `Последний владелец команды ${team} удалил свой аккаунт. Настройки и участники остались прежними, а владелец теперь вы.`,
        'Назначить владельцем другого участника можно в настройках.',
      ],
      button: 'Открыть команду',
    }),
  },
  uk: {
    invitation: (from) => ({
      subject: 'Вас запрошують до команди в Roundsman',
      paragraphs: [
        `${from} запрошує вас до команди, яка разом стежить за валідаторами та мостами.`,
        'Посилання діє один раз протягом семи днів для акаунта з цією адресою. Якщо ви не знаєте відправника, проігноруйте лист.',
      ],
      button: 'Відкрити запрошення',
    }),
    nowOwner: (team) => ({
      subject: 'Тепер ви власник команди в Roundsman',
      paragraphs: [
        `Останній власник команди ${team} видалив свій акаунт. Налаштування та учасники залишилися без змін, а власник тепер ви.`,
        'Призначити власником іншого учасника можна в налаштуваннях.',
      ],
      button: 'Відкрити команду',
    }),
  },
}

/** At fields of requests. */
export const teamFaults = {
  isMember: {
    en: 'Already a member of this team.',
    ru: 'Уже участник этой команды.',
    uk: 'Уже учасник цієї команди.',
  },
  teamIsFull: {
    en: `A team can have at most ${mostInTeam} members and invitations.`,
    ru: `В команде может быть не больше ${mostInTeam} участников и приглашений.`,
    uk: `У команді може бути не більше ${mostInTeam} учасників і запрошень.`,
  },
  tooManyTeams: {
    en: `You can be in at most ${mostTeams} teams. Leave one first.`,
    ru: `Можно состоять не более чем в ${mostTeams} командах. Сначала выйдите из одной.`,
    uk: `Можна бути не більше ніж у ${mostTeams} командах. Спершу вийдіть з однієї.`,
  },
} as const
