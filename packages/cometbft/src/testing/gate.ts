/** A promise that a test opens: the event to wait for, instead of a time. */
export interface Gate {
  open: () => void
  opened: Promise<void>
}

export function createGate(): Gate {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}
