/** The part of stylis that this page calls itself; the package brings no types. */
declare module 'stylis' {
  import type { StylisPlugin } from '@emotion/cache'

  export const prefixer: StylisPlugin
}
