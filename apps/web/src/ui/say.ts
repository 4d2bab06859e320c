let said = false

/** Takes away whatever is being said. */
export function hush(): void {
  // Not loaded means that nothing was ever said.
  if (said) void import('react-hot-toast/headless').then(({ toast }) => toast.remove())
}

/** Shows a short word for a while, at the place that the user chose; loaded when there is something to say. */
export function say(text: string): void {
  said = true
  void import('react-hot-toast/headless').then(({ toast }) => toast.success(text))
}

/** Says what went wrong; stays until it is closed. */
export function sayWrong(text: string): void {
  said = true
  void import('react-hot-toast/headless').then(({ toast }) => toast.error(text))
}
