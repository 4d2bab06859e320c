import type { Texts } from './condition.ts'

export const textsRu: Texts = {
  window_missed: {
    FALSE_TO_TRUE: {
      name: 'Пропущено более {share} окна',
      description:
        'Пропущено более {share} окна слэшинга. Ещё не выпущенные блоки считаются подписанными, поэтому новое окно не вызывает ложной тревоги.',
    },
    TRUE_TO_FALSE: {
      name: 'Пропуски снова ниже {share} окна',
      description: 'Пропусков снова заметно меньше {share} окна слэшинга.',
    },
  },
  missed_in_a_row: {
    FALSE_TO_TRUE: {
      name: 'Пропущено блоков подряд: {count}',
      description:
        'Срабатывает, когда число пропущенных подряд блоков достигает {count}. Голос nil считается подписью.',
      ofOne: {
        name: 'Пропущен 1 блок',
        description: 'Срабатывает при первом пропущенном блоке. Голос nil считается подписью.',
      },
    },
    TRUE_TO_FALSE: {
      name: 'Снова подписывает после пропуска {blocks} подряд',
      description: 'Подписано блоков подряд: {clean} (было пропущено подряд не менее {count}).',
      ofOne: {
        name: 'Снова подписывает после пропуска 1 блока',
        description: 'Подписано блоков подряд: {clean} (был пропущен 1 или больше).',
      },
    },
  },
  jail_near: {
    FALSE_TO_TRUE: {
      name: 'До тюрьмы не больше {time}',
      description:
        'Пропущено не менее 3 блоков подряд, и до тюрьмы не больше {time}, если пропуски продолжатся.',
    },
    TRUE_TO_FALSE: {
      name: 'Тюрьма в ближайшие {time} больше не грозит',
      description: 'Подписано блоков подряд: {clean}. До этого тюрьма грозила в ближайшие {time}.',
    },
  },
  jailed: {
    FALSE_TO_TRUE: {
      name: 'Попал в тюрьму',
      description: 'Сеть отправила валидатора в тюрьму. Он ничего не зарабатывает, пока не выйдет (unjail).',
    },
    TRUE_TO_FALSE: { name: 'Вышел из тюрьмы', description: 'Валидатор больше не в тюрьме.' },
  },
  tombstoned: {
    FALSE_TO_TRUE: {
      name: 'Исключён навсегда',
      description: 'Тюрьма навсегда (tombstoned), обычно за двойную подпись. Выйти из неё нельзя.',
    },
    TRUE_TO_FALSE: null,
  },
  bonded: {
    FALSE_TO_TRUE: { name: 'Вошёл в активный набор', description: 'Теперь валидатор подписывает блоки.' },
    TRUE_TO_FALSE: {
      name: 'Выбыл из активного набора',
      description: 'Валидатор больше не подписывает блоки: вытеснен, попал в тюрьму или выходит сам.',
    },
  },
  stake_fell: {
    FALSE_TO_TRUE: {
      name: 'Стейк упал на {share} за {window}',
      description:
        'Стейк на {share} или больше ниже максимума за последние {window}. Сама по себе тюрьма не в счёт.',
    },
    TRUE_TO_FALSE: null,
  },
  stake_rose: {
    FALSE_TO_TRUE: {
      name: 'Стейк вырос на {share} за {window}',
      description: 'Стейк на {share} или больше выше минимума за последние {window}.',
    },
    TRUE_TO_FALSE: null,
  },
  slashed: {
    FALSE_TO_TRUE: {
      name: 'Слэшинг',
      description: 'Сеть списала часть стейка: за простой или двойную подпись.',
    },
    TRUE_TO_FALSE: null,
  },
  power_share: {
    FALSE_TO_TRUE: {
      name: 'Больше {share} голосов',
      description: 'У валидатора больше {share} голосов активного набора.',
    },
    TRUE_TO_FALSE: {
      name: 'Доля голосов снова ниже {share}',
      description: 'У валидатора снова заметно меньше {share} голосов активного набора.',
    },
  },
  commission_raised: {
    FALSE_TO_TRUE: {
      name: 'Комиссия повышена',
      description: 'Ставка комиссии выросла. Учитывается каждое повышение.',
    },
    TRUE_TO_FALSE: null,
  },
  commission_lowered: {
    FALSE_TO_TRUE: {
      name: 'Комиссия снижена',
      description: 'Ставка комиссии снизилась. Учитывается каждое снижение.',
    },
    TRUE_TO_FALSE: null,
  },
  commission_above: {
    FALSE_TO_TRUE: { name: 'Комиссия выше {share}', description: 'Ставка комиссии выше {share}.' },
    TRUE_TO_FALSE: {
      name: 'Комиссия снова не выше {share}',
      description: 'Ставка комиссии снова {share} или ниже.',
    },
  },
  no_update: {
    FALSE_TO_TRUE: {
      name: 'Нет данных {time}',
      description: 'Бридж не присылал метрик {time}.',
    },
    TRUE_TO_FALSE: {
      name: 'Данные снова поступают (не было {time} или дольше)',
      description: 'Бридж снова присылает метрики: их не было {time} или дольше.',
    },
  },
  lagging: {
    FALSE_TO_TRUE: {
      name: 'Отставание больше {blocks}',
      description: 'Бридж уже минуту отстаёт от сети больше чем на {count} блоков.',
    },
    TRUE_TO_FALSE: {
      name: 'Догнал сеть, отставание было больше {blocks}',
      description: 'Отставание бриджа снова намного меньше {blocks}.',
    },
  },
  stalled: {
    FALSE_TO_TRUE: {
      name: 'Стоит на месте {time}',
      description: 'Высота бриджа не меняется {time}, хотя сеть идёт вперёд.',
    },
    TRUE_TO_FALSE: {
      name: 'Снова движется, стоял не меньше {time}',
      description: 'Высота бриджа снова растёт.',
    },
  },
  halted: {
    FALSE_TO_TRUE: {
      name: 'Сеть стоит {time}',
      description: 'Новых блоков нет {time}, хотя узлы отвечают.',
    },
    TRUE_TO_FALSE: {
      name: 'Сеть снова работает, стояла {time}',
      description: 'Блоки снова выходят после остановки на {time} или дольше.',
    },
  },
  low_power: {
    FALSE_TO_TRUE: {
      name: 'Подписывают меньше {share} голосов',
      description: 'Последние блоки подписало меньше {share} голосов. Ниже 67 % сеть останавливается.',
    },
    TRUE_TO_FALSE: {
      name: 'Снова подписывают больше {share} голосов',
      description: 'Блоки снова подписывает заметно больше {share} голосов.',
    },
  },
  upgrade_near: {
    FALSE_TO_TRUE: {
      name: 'До обновления сети не больше {time}',
      description: 'Запланировано обновление сети: до него не больше {time} при нынешнем времени блока.',
    },
    TRUE_TO_FALSE: {
      name: 'Обновление прошло или отменено (предупреждение за {time})',
      description: 'Обновление, до которого было не больше {time}, прошло, отменено или перенесено.',
    },
  },
  unseen: {
    FALSE_TO_TRUE: {
      name: 'Мы не видим сеть {time}',
      description: 'Ни один узел не даёт пригодного ответа {time}. Остальные оповещения этой сети ждут.',
    },
    TRUE_TO_FALSE: {
      name: 'Мы снова видим сеть, не видели {time}',
      description: 'Узлы снова дают пригодные ответы, до того их не было {time} или дольше.',
    },
  },
  proposal_voting: {
    FALSE_TO_TRUE: {
      name: 'Началось голосование',
      description:
        'По предложению началось голосование. Если ускоренное предложение не примут, голосование начнётся заново, и оповещение придёт ещё раз.',
    },
    TRUE_TO_FALSE: null,
  },
  upgrade_proposal_voting: {
    FALSE_TO_TRUE: {
      name: 'Началось голосование об обновлении',
      description: 'Началось голосование по предложению обновить сеть.',
    },
    TRUE_TO_FALSE: null,
  },
  proposal_passed: {
    FALSE_TO_TRUE: {
      name: 'Предложение принято',
      description: 'Голосование завершилось, предложение принято.',
    },
    TRUE_TO_FALSE: null,
  },
  proposal_rejected: {
    FALSE_TO_TRUE: {
      name: 'Предложение отклонено',
      description: 'Голосование завершилось: предложение отклонено или не набран кворум.',
    },
    TRUE_TO_FALSE: null,
  },
  proposal_failed: {
    FALSE_TO_TRUE: {
      name: 'Предложение принято, но не исполнено',
      description: 'Предложение приняли, но исполнить его сеть не смогла.',
    },
    TRUE_TO_FALSE: null,
  },
  signalling_began: {
    FALSE_TO_TRUE: {
      name: 'Началась подача сигналов об обновлении',
      description: 'Первые валидаторы сигналом подтвердили готовность к новой версии.',
    },
    TRUE_TO_FALSE: null,
  },
  upgrade_scheduled: {
    FALSE_TO_TRUE: {
      name: 'Обновление назначено',
      description: 'Назначена высота следующего обновления сети.',
    },
    TRUE_TO_FALSE: null,
  },
  not_voted: {
    FALSE_TO_TRUE: {
      name: 'Не голосовал, осталось {time}',
      description:
        'Валидатор ещё не голосовал по предложению, а до конца голосования не больше {time}. Если его голос неизвестен, не срабатывает.',
    },
    TRUE_TO_FALSE: {
      name: 'Проголосовал, или голосование завершилось (предупреждение за {time})',
      description:
        'Валидатор проголосовал, или голосование завершилось. До этого за {time} до конца голоса не было.',
    },
  },
  voted: {
    FALSE_TO_TRUE: {
      name: 'Проголосовал',
      description: 'Валидатор проголосовал по предложению или изменил свой голос. В оповещении сказано, как.',
    },
    TRUE_TO_FALSE: null,
  },
  not_signalled: {
    FALSE_TO_TRUE: {
      name: 'Не подал сигнал, хотя подали больше {share} голосов',
      description:
        'Валидатор не подал сигнал о готовности к новой версии, хотя его подали больше {share} голосов. При 83,3 % обновление могут назначить.',
    },
    TRUE_TO_FALSE: {
      name: 'Подал сигнал, или это уже не нужно (предупреждение при {share} голосов)',
      description:
        'Валидатор подал сигнал о готовности к версии, или это уже не нужно. До этого сигнала не было, хотя его подали больше {share} голосов.',
    },
  },
}
