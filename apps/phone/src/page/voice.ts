/**
 * Speaks one text after the other by the browser's voice, and calls `onEnd` once all is said. A browser without a voice
 * says nothing and never ends: the text stands there to be read. Gives how to stop.
 */
export function speak(said: readonly { language: string; text: string }[], onEnd: () => void): () => void {
  const voice = 'speechSynthesis' in window && window.speechSynthesis.getVoices().length > 0
  if (!voice) return () => undefined
  let stopped = false
  said.forEach(({ language, text }, index) => {
    const spoken = new SpeechSynthesisUtterance(text)
    spoken.lang = language
    if (index === said.length - 1) spoken.onend = () => (stopped ? undefined : onEnd())
    window.speechSynthesis.speak(spoken)
  })
  return () => {
    stopped = true
    window.speechSynthesis.cancel()
  }
}
