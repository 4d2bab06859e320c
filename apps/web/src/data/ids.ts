/** Chance, 0…1. The only file that may ask for it. */
export const browserRandom = (): number => Math.random()
