import type { DelegatorPhrases, Stake } from './delegator-phrases.ts'

const again = (unbonding: Stake['unbonding']) =>
  unbonding === null ? 'только после анбондинга' : `не раньше чем через ${unbonding}`
/** После «можно». */
const redelegate = ({ unbonding }: Stake) => `сразу ределегировать (повторно — ${again(unbonding)})`
const risk = ({ downtime, isSeveral }: Stake) => {
  const [jailed, back] = isSeveral
    ? ['Если они попадут в тюрьму', 'пока они не вернутся']
    : ['Если он попадёт в тюрьму', 'пока он не вернётся']
  if (downtime === '') return `${jailed}, наград не будет, ${back}; стейк не списывается.`
  const slashed =
    downtime === null
      ? 'может быть списана часть каждой делегации'
      : `будет списано ${downtime} каждой делегации`
  return `${jailed}, ${slashed}, а наград не будет, ${back}.`
}
const missing = (stake: Stake) => ({
  written: `Исправить это ${stake.isSeveral ? 'могут только их операторы' : 'может только его оператор'}. ${risk(stake)} Стейк можно ${redelegate(stake)}.`,
  short: [
    `Исправить это ${stake.isSeveral ? 'могут только операторы' : 'может только оператор'}. Вы можете ределегировать.`,
  ],
})
const costs = (stake: Stake) => ({
  written: `Теперь ваши награды меньше. Если это вас не устраивает, стейк можно ${redelegate(stake)}.`,
  short: ['Теперь ваши награды меньше.'],
})
const lookAtYours = () => ({
  written: 'Проверьте, что валидаторы, которым вы делегируете, подписывают.',
  short: ['Проверьте, что ваши валидаторы подписывают.'],
})

export const delegatorRu: DelegatorPhrases = {
  advice: {
    window_missed: { FALSE_TO_TRUE: missing },
    missed_in_a_row: { FALSE_TO_TRUE: missing },
    jail_near: {
      FALSE_TO_TRUE: missing,
      TRUE_TO_FALSE: () => ({
        written:
          'Ничего делать не нужно. Пропущенные блоки учитываются, пока не выйдут из окна: до тех пор запас до тюрьмы меньше обычного.',
        short: ['Пропуски ещё в окне: запас до тюрьмы меньше обычного.'],
      }),
    },
    jailed: {
      FALSE_TO_TRUE: (stake) => ({
        written: stake.isSeveral
          ? `Пока они в тюрьме, наград нет. Стейк можно ${redelegate(stake)} или подождать, пока операторы выведут их из тюрьмы.`
          : `Пока он в тюрьме, наград нет. Стейк можно ${redelegate(stake)} или подождать, пока оператор выведет его из тюрьмы.`,
        short: ['Наград нет: ределегируйте или ждите.'],
      }),
      TRUE_TO_FALSE: ({ isSeveral }) => ({
        written: isSeveral
          ? 'Награды снова появятся, когда они войдут в активный набор.'
          : 'Награды снова появятся, когда он войдёт в активный набор.',
        short: ['Награды появятся в активном наборе.'],
      }),
    },
    tombstoned: {
      FALSE_TO_TRUE: ({ unbonding, isSeveral }) => ({
        written: `${isSeveral ? 'Они уже не вернутся' : 'Он уже не вернётся'}, и наград больше не будет. Ределегируйте стейк (повторно — ${again(unbonding)}) или отзовите делегирование${unbonding === null ? '' : `: это займёт ${unbonding}`}.`,
        short: [],
        above: {
          said: 'Он уже не вернётся: ределегируйте стейк или отзовите делегирование.',
          inShort: 'Ределегируйте или отзовите стейк.',
        },
      }),
    },
    bonded: {
      FALSE_TO_TRUE: () => ({
        written: 'В активном наборе он приносит награды.',
        short: ['В активном наборе он приносит награды.'],
      }),
      TRUE_TO_FALSE: (stake) => ({
        written: `Вне активного набора наград нет. Стейк можно ${redelegate(stake)} или подождать, пока ${stake.isSeveral ? 'они вернутся' : 'он вернётся'}.`,
        short: ['Наград нет: ределегируйте или ждите.'],
      }),
    },
    stake_fell: {
      FALSE_TO_TRUE: () => ({
        written:
          'Прежде чем что-то решать, узнайте, отозвали ли делегирование другие и почему. На вашу делегацию это не влияет.',
        short: ['Узнайте, почему другие отозвали делегирование.'],
      }),
    },
    slashed: {
      FALSE_TO_TRUE: (stake) => ({
        written: `Больше этот слэшинг ничего не отнимет. Если вы больше не доверяете ${stake.isSeveral ? 'операторам' : 'оператору'}, стейк можно ${redelegate(stake)}.`,
        short: ['Вы можете ределегировать.'],
      }),
    },
    power_share: {
      FALSE_TO_TRUE: () => ({
        written:
          'При доле больше трети один валидатор может остановить сеть. Ределегируйте валидатору поменьше, чтобы снизить риск.',
        short: ['При доле больше трети он может остановить сеть.'],
      }),
    },
    commission_raised: { FALSE_TO_TRUE: costs },
    commission_lowered: {
      FALSE_TO_TRUE: () => ({
        written: 'Теперь ваши награды больше.',
        short: ['Теперь ваши награды больше.'],
      }),
    },
    commission_above: { FALSE_TO_TRUE: costs },
    halted: {
      FALSE_TO_TRUE: () => ({
        written: 'Пока сеть стоит, наград нет и ределегировать нельзя. Остаётся только ждать.',
        short: ['Остаётся только ждать.'],
      }),
      TRUE_TO_FALSE: lookAtYours,
    },
    low_power: {
      FALSE_TO_TRUE: () => ({
        written:
          'Ниже двух третей сеть останавливается. Исправить это могут только валидаторы, остаётся ждать.',
        short: ['Исправить это могут только валидаторы.'],
      }),
    },
    upgrade_near: {
      FALSE_TO_TRUE: () => ({
        written:
          'Ничего делать не нужно: обновляются валидаторы. Около этого блока транзакции могут не проходить.',
        short: ['Ничего делать не нужно: обновляются валидаторы.'],
      }),
      TRUE_TO_FALSE: lookAtYours,
    },
    unseen: {
      FALSE_TO_TRUE: () => ({
        written:
          'Пока это не кончится, мы не знаем, как дела у ваших валидаторов. Их может показать обозреватель блоков.',
        short: ['Мы не видим ваших валидаторов.'],
      }),
    },
  },
  adviceWhereNetwork: {
    written: 'Ределегировать бесполезно: блоки пропускают и другие. Подождите, пока сеть восстановится.',
    short: ['Ределегировать бесполезно: подождите.'],
  },
  slashed: (share) => `слэшинг: с каждой делегации списано ${share}`,
  unjail: ({ time, span, isSeveral }) => {
    const who = isSeveral ? 'Операторы могут вывести их из тюрьмы' : 'Оператор может вывести его из тюрьмы'
    return span === null ? `${who} уже сейчас.` : `${who} с ${time}, через ${span}.`
  },
}
