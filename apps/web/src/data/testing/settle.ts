/** Lets everything that is already on its way in this process arrive; waits for no time. */
export const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
