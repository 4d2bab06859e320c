/** Arabic is read from right to left, every other language here from left to right. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return language.slice(0, 2).toLowerCase() === 'ar' ? 'rtl' : 'ltr'
}
