/** Amounts of what a program uses and how long it takes, in a language. */
export interface Amounts {
  /** In the largest unit that leaves a whole number, kB at the least: 512 MB, 1.84 GB */
  bytes(value: number): string
  /** 12 ms; a second or more as 2.61 s */
  seconds(value: number): string
}

const byteUnits = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

/** @param whole writes a second or more, with its unit */
export function createAmounts(language: string, whole: (seconds: number) => string): Amounts {
  const of = (unit: string) =>
    new Intl.NumberFormat(language, {
      ...{ style: 'unit', unit, unitDisplay: 'short' },
      maximumSignificantDigits: 3,
    })
  const bytes = byteUnits.map(of)
  const milliseconds = of('millisecond')
  return {
    bytes(value) {
      const power = value < 1_000 ? 0 : Math.floor(Math.log10(value) / 3 + 1e-9) - 1
      const place = Math.min(byteUnits.length - 1, power)
      return bytes[place]?.format(value / 1_000 ** (place + 1)) ?? ''
    },
    seconds: (value) => (value < 1 ? milliseconds.format(value * 1_000) : whole(value)),
  }
}
