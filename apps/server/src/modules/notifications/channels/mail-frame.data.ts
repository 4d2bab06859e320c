import type { Language } from '@roundsman/contract/users'

/** What every mail carries around its message. */
export const mailFrame: Readonly<Record<Language, { footer: string; copyLink: string }>> = {
  en: {
    footer: 'Roundsman sent this message. Answers to it are not read.',
    copyLink: 'If the link does not open, copy this address into your browser:',
  },
  ru: {
    footer: 'Это письмо отправил Roundsman. Ответы на него не читаются.',
    copyLink: 'Если ссылка не открывается, скопируйте этот адрес в браузер:',
  },
  uk: {
    footer: 'Цей лист надіслав Roundsman. Відповіді на нього не читаються.',
    copyLink: 'Якщо посилання не відкривається, скопіюйте цю адресу у браузер:',
  },
}
