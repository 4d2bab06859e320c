import type { Texts } from './condition.ts'

export const textsUk: Texts = {
  window_missed: {
    FALSE_TO_TRUE: {
      name: 'Пропущено понад {share} вікна',
      description:
        'Пропущено понад {share} вікна слешингу. Ще не випущені блоки вважаються підписаними, тому нове вікно не здіймає хибної тривоги.',
    },
    TRUE_TO_FALSE: {
      name: 'Пропуски знову нижче {share} вікна',
      description: 'Пропусків знову помітно менше за {share} вікна слешингу.',
    },
  },
  missed_in_a_row: {
    FALSE_TO_TRUE: {
      name: 'Пропущено блоків поспіль: {count}',
      description:
        'Спрацьовує, коли кількість пропущених поспіль блоків досягає {count}. Голос nil вважається підписом.',
      ofOne: {
        name: 'Пропущено 1 блок',
        description: 'Спрацьовує, коли пропущено перший блок. Голос nil вважається підписом.',
      },
    },
    TRUE_TO_FALSE: {
      name: 'Знову підписує після пропуску {blocks} поспіль',
      description: 'Підписано блоків поспіль: {clean} (було пропущено поспіль не менше {count}).',
      ofOne: {
        name: 'Знову підписує після пропуску 1 блоку',
        description: 'Підписано блоків поспіль: {clean} (було пропущено 1 або більше).',
      },
    },
  },
  jail_near: {
    FALSE_TO_TRUE: {
      name: 'До в’язниці не більше {time}',
      description:
        'Пропущено не менше 3 блоків поспіль, і до в’язниці не більше {time}, якщо пропуски триватимуть.',
    },
    TRUE_TO_FALSE: {
      name: 'В’язниця у найближчі {time} більше не загрожує',
      description: 'Підписано блоків поспіль: {clean}. До цього в’язниця загрожувала у найближчі {time}.',
    },
  },
  jailed: {
    FALSE_TO_TRUE: {
      name: 'Потрапив до в’язниці',
      description:
        'Мережа відправила валідатора до в’язниці. Він нічого не заробляє, доки не вийде (unjail).',
    },
    TRUE_TO_FALSE: { name: 'Вийшов із в’язниці', description: 'Валідатор більше не у в’язниці.' },
  },
  tombstoned: {
    FALSE_TO_TRUE: {
      name: 'Виключено назавжди',
      description: 'В’язниця назавжди (tombstoned), зазвичай за подвійний підпис. Вийти з неї не можна.',
    },
    TRUE_TO_FALSE: null,
  },
  bonded: {
    FALSE_TO_TRUE: { name: 'Увійшов до активного набору', description: 'Тепер валідатор підписує блоки.' },
    TRUE_TO_FALSE: {
      name: 'Вибув з активного набору',
      description: 'Валідатор більше не підписує блоки: витіснений, потрапив до в’язниці або виходить сам.',
    },
  },
  stake_fell: {
    FALSE_TO_TRUE: {
      name: 'Стейк упав на {share} за {window}',
      description:
        'Стейк на {share} або більше нижчий за максимум за останні {window}. Сама по собі в’язниця не рахується.',
    },
    TRUE_TO_FALSE: null,
  },
  stake_rose: {
    FALSE_TO_TRUE: {
      name: 'Стейк зріс на {share} за {window}',
      description: 'Стейк на {share} або більше вищий за мінімум за останні {window}.',
    },
    TRUE_TO_FALSE: null,
  },
  slashed: {
    FALSE_TO_TRUE: {
      name: 'Слешинг',
      description: 'Мережа списала частину стейку: за простій або подвійний підпис.',
    },
    TRUE_TO_FALSE: null,
  },
  power_share: {
    FALSE_TO_TRUE: {
      name: 'Понад {share} голосів',
      description: 'Валідатор має понад {share} голосів активного набору.',
    },
    TRUE_TO_FALSE: {
      name: 'Частка голосів знову нижча за {share}',
      description: 'Валідатор знову має помітно менше за {share} голосів активного набору.',
    },
  },
  commission_raised: {
    FALSE_TO_TRUE: {
      name: 'Комісію підвищено',
      description: 'Ставка комісії зросла. Враховується кожне підвищення.',
    },
    TRUE_TO_FALSE: null,
  },
  commission_lowered: {
    FALSE_TO_TRUE: {
      name: 'Комісію знижено',
      description: 'Ставка комісії знизилась. Враховується кожне зниження.',
    },
    TRUE_TO_FALSE: null,
  },
  commission_above: {
    FALSE_TO_TRUE: { name: 'Комісія вища за {share}', description: 'Ставка комісії вища за {share}.' },
    TRUE_TO_FALSE: {
      name: 'Комісія знову не вища за {share}',
      description: 'Ставка комісії знову {share} або нижча.',
    },
  },
  no_update: {
    FALSE_TO_TRUE: {
      name: 'Немає даних {time}',
      description: 'Бридж не надсилав метрик {time}.',
    },
    TRUE_TO_FALSE: {
      name: 'Дані знову надходять (не було {time} або довше)',
      description: 'Бридж знову надсилає метрики: їх не було {time} або довше.',
    },
  },
  lagging: {
    FALSE_TO_TRUE: {
      name: 'Відставання понад {blocks}',
      description: 'Бридж уже хвилину відстає від мережі більше ніж на {count} блоків.',
    },
    TRUE_TO_FALSE: {
      name: 'Наздогнав мережу, відставання було понад {blocks}',
      description: 'Відставання бриджа знову значно менше за {blocks}.',
    },
  },
  stalled: {
    FALSE_TO_TRUE: {
      name: 'Стоїть на місці {time}',
      description: 'Висота бриджа не змінюється {time}, хоча мережа рухається вперед.',
    },
    TRUE_TO_FALSE: {
      name: 'Знову рухається, стояв не менше {time}',
      description: 'Висота бриджа знову зростає.',
    },
  },
  halted: {
    FALSE_TO_TRUE: {
      name: 'Мережа стоїть {time}',
      description: 'Нових блоків немає {time}, хоча вузли відповідають.',
    },
    TRUE_TO_FALSE: {
      name: 'Мережа знову працює, стояла {time}',
      description: 'Блоки знову виходять після зупинки на {time} або довше.',
    },
  },
  low_power: {
    FALSE_TO_TRUE: {
      name: 'Підписують менше {share} голосів',
      description: 'Останні блоки підписало менше {share} голосів. Нижче 67% мережа зупиняється.',
    },
    TRUE_TO_FALSE: {
      name: 'Знову підписують понад {share} голосів',
      description: 'Блоки знову підписує помітно більше за {share} голосів.',
    },
  },
  upgrade_near: {
    FALSE_TO_TRUE: {
      name: 'До оновлення мережі не більше {time}',
      description: 'Заплановано оновлення мережі: до нього не більше {time} за нинішнього часу блоку.',
    },
    TRUE_TO_FALSE: {
      name: 'Оновлення минуло або скасовано (попередження за {time})',
      description: 'Оновлення, до якого було не більше {time}, минуло, скасоване або перенесене.',
    },
  },
  unseen: {
    FALSE_TO_TRUE: {
      name: 'Ми не бачимо мережу {time}',
      description: 'Жоден вузол не дає придатної відповіді {time}. Решта сповіщень цієї мережі чекає.',
    },
    TRUE_TO_FALSE: {
      name: 'Ми знову бачимо мережу, не бачили {time}',
      description: 'Вузли знову дають придатні відповіді, до того їх не було {time} або довше.',
    },
  },
  proposal_voting: {
    FALSE_TO_TRUE: {
      name: 'Почалося голосування',
      description:
        'Почалося голосування щодо пропозиції. Якщо прискорену пропозицію не ухвалять, голосування почнеться знову, і сповіщення надійде ще раз.',
    },
    TRUE_TO_FALSE: null,
  },
  upgrade_proposal_voting: {
    FALSE_TO_TRUE: {
      name: 'Почалося голосування про оновлення',
      description: 'Почалося голосування щодо пропозиції оновити мережу.',
    },
    TRUE_TO_FALSE: null,
  },
  proposal_passed: {
    FALSE_TO_TRUE: {
      name: 'Пропозицію прийнято',
      description: 'Голосування завершилося, пропозицію прийнято.',
    },
    TRUE_TO_FALSE: null,
  },
  proposal_rejected: {
    FALSE_TO_TRUE: {
      name: 'Пропозицію відхилено',
      description: 'Голосування завершилося: пропозицію відхилено або не набрано кворуму.',
    },
    TRUE_TO_FALSE: null,
  },
  proposal_failed: {
    FALSE_TO_TRUE: {
      name: 'Пропозицію прийнято, але не виконано',
      description: 'Пропозицію прийняли, але виконати її мережа не змогла.',
    },
    TRUE_TO_FALSE: null,
  },
  signalling_began: {
    FALSE_TO_TRUE: {
      name: 'Почалося подання сигналів про оновлення',
      description: 'Перші валідатори сигналом підтвердили готовність до нової версії.',
    },
    TRUE_TO_FALSE: null,
  },
  upgrade_scheduled: {
    FALSE_TO_TRUE: {
      name: 'Оновлення призначено',
      description: 'Призначено висоту наступного оновлення мережі.',
    },
    TRUE_TO_FALSE: null,
  },
  not_voted: {
    FALSE_TO_TRUE: {
      name: 'Не голосував, залишилося {time}',
      description:
        'Валідатор ще не голосував щодо пропозиції, а до кінця голосування не більше {time}. Якщо його голос невідомий, не спрацьовує.',
    },
    TRUE_TO_FALSE: {
      name: 'Проголосував, або голосування завершилося (попередження за {time})',
      description:
        'Валідатор проголосував, або голосування завершилося. До цього за {time} до кінця голосу не було.',
    },
  },
  voted: {
    FALSE_TO_TRUE: {
      name: 'Проголосував',
      description: 'Валідатор проголосував щодо пропозиції або змінив свій голос. У сповіщенні сказано, як.',
    },
    TRUE_TO_FALSE: null,
  },
  not_signalled: {
    FALSE_TO_TRUE: {
      name: 'Не подав сигнал, хоча подали понад {share} голосів',
      description:
        'Валідатор не подав сигнал про готовність до нової версії, хоча його подали понад {share} голосів. За 83,3% оновлення можуть призначити.',
    },
    TRUE_TO_FALSE: {
      name: 'Подав сигнал, або це вже не потрібно (попередження при {share} голосів)',
      description:
        'Валідатор подав сигнал про готовність до версії, або це вже не потрібно. До цього сигналу не було, хоча його подали понад {share} голосів.',
    },
  },
}
