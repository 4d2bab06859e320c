import { type Language, languages } from '@roundsman/contract/users'

/** The first language of `Accept-Language` by weight that the product speaks, else English. */
export function chooseLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((q) => q !== undefined)
      return {
        language: tag.trim().toLowerCase().split('-')[0],
        weight: weight === undefined ? 1 : Number(weight),
      }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { language } of wanted) {
    const known = languages.find((one) => one === language)
    if (known) return known
  }
  return 'en'
}
