/** Every setting of the appearance with the values it may have; the first is the default. */
export const choices = {
  mode: ['light', 'dark'],
  /** Follow the system's colour scheme; `mode` is what comes back when it is switched off. */
  followSystem: [false, true],
  skin: ['bordered', 'default', 'semi-dark'],
  themeColor: ['primary', 'secondary', 'error', 'warning', 'info', 'success'],
  appBar: ['static', 'fixed', 'hidden'],
  appBarBlur: [true, false],
  footer: ['static', 'fixed', 'hidden'],
  layout: ['vertical', 'horizontal'],
  contentWidth: ['boxed', 'full'],
  direction: ['ltr', 'rtl'],
  verticalNavToggleType: ['accordion', 'collapse'],
  navCollapsed: [false, true],
  navHidden: [false, true],
  toastPosition: ['top-right', 'top-center', 'top-left', 'bottom-right', 'bottom-center', 'bottom-left'],
} as const

/** What the user wants, whatever the screen can show of it. */
export type Settings = { [Name in keyof typeof choices]: (typeof choices)[Name][number] }
export type Mode = Settings['mode']
export type ThemeColor = Settings['themeColor']

export const defaultSettings: Settings = {
  mode: 'light',
  followSystem: false,
  skin: 'bordered',
  themeColor: 'primary',
  appBar: 'static',
  appBarBlur: true,
  footer: 'static',
  layout: 'vertical',
  contentWidth: 'boxed',
  direction: 'ltr',
  verticalNavToggleType: 'accordion',
  navCollapsed: false,
  navHidden: false,
  toastPosition: 'top-right',
}

/**
 * What is kept in the browser. The specification (3) leaves out appBar, footer, layout, navHidden, toastPosition and
 * lastLayout: those hold until the page is closed. There is no lastLayout here: `layout` is never overwritten by a
 * small screen, so there is nothing to remember.
 */
export const keptKeys = [
  'mode',
  'followSystem',
  'skin',
  'themeColor',
  'appBarBlur',
  'contentWidth',
  'direction',
  'verticalNavToggleType',
  'navCollapsed',
] as const satisfies readonly (keyof Settings)[]
