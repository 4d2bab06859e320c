/**
 * Lets the browser answer whoever taps meanwhile: what follows is a task of its own. By a message and not by a timer,
 * which the browser slows down in a page that nobody looks at.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
