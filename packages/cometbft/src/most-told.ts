/**
 * What most of them say, as soon as more than half of them do; where as many say one thing as another, what comes first
 * in their order. Null where none says anything. Those that fail are not heard. Never rejects.
 */
export function mostTold(asked: readonly Promise<string>[]): Promise<string | null> {
  const told: (string | null)[] = asked.map(() => null)
  const countOf = (answer: string | null) => told.filter((one) => one === answer).length
  const heard = () => told.filter((one) => one !== null)
  return new Promise((resolve) => {
    const each = asked.map(async (one, index) => {
      told[index] = await one.catch(() => null)
      const answer = told[index]
      if (answer !== null && countOf(answer) * 2 > asked.length) resolve(answer)
    })
    void Promise.all(each).then(() => {
      const [first = null] = heard().sort((a, b) => countOf(b) - countOf(a))
      resolve(first)
    })
  })
}
