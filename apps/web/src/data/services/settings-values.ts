/** Every setting of the appearance with the values it may have; the first is the default. */
export const choices = {
  mode: ['light', 'dark'],
  /** Follow the system's color scheme; `mode` is what comes back when it is switched off. */
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

/** What a page may have otherwise: its frame. Mode, colors and direction are the user's on every page. */
export type PageSettings = Partial<
  Pick<
    Settings,
    'layout' | 'navHidden' | 'navCollapsed' | 'appBar' | 'appBarBlur' | 'footer' | 'contentWidth'
  >
>

/** What the screen shows of the settings. Derived whenever it is asked for; nothing of it is ever kept. */
export interface EffectiveSettings {
  layout: Settings['layout']
  /** docked: 270; collapsed: 68, wider under the pointer; drawer: behind a button; bar: in the head; none. */
  nav: 'docked' | 'collapsed' | 'drawer' | 'bar' | 'none'
  /** The navigation has the dark colors whatever the scheme is. */
  darkNav: boolean
  appBar: Settings['appBar']
  footer: Settings['footer']
  blur: boolean
  boxed: boolean
}

/** @param narrow below the breakpoint lg (1200) */
export function effectiveSettings(settings: Settings, narrow: boolean): EffectiveSettings {
  const layout = narrow ? 'vertical' : settings.layout
  const horizontal = layout === 'horizontal'
  return {
    layout,
    nav: navOf(settings, narrow, horizontal),
    darkNav: skinOf(settings, narrow) === 'semi-dark',
    appBar: appBarOf(settings, narrow, horizontal),
    footer: settings.footer,
    blur: settings.appBarBlur,
    boxed: settings.contentWidth === 'boxed',
  }
}

/** There is no side of another color in the horizontal layout: semi-dark is shown as default there. */
export function skinOf({ layout, skin }: Settings, narrow: boolean): Settings['skin'] {
  return skin === 'semi-dark' && layout === 'horizontal' && !narrow ? 'default' : skin
}

function navOf(settings: Settings, narrow: boolean, horizontal: boolean): EffectiveSettings['nav'] {
  // Even a hidden navigation is in the drawer: on a small screen there is no other way about.
  if (narrow) return 'drawer'
  if (settings.navHidden) return 'none'
  if (horizontal) return 'bar'
  return settings.navCollapsed ? 'collapsed' : 'docked'
}

function appBarOf({ appBar }: Settings, narrow: boolean, horizontal: boolean): Settings['appBar'] {
  if (appBar !== 'hidden') return appBar
  // Below lg the bar holds the button of the drawer.
  return horizontal ? 'fixed' : narrow ? 'static' : 'hidden'
}
