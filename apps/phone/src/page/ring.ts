/** Two tones, as phones ring in North America: 2 s of sound and 4 s of none. https://www.itu.int/rec/T-REC-E.180 */
const tones = [440, 480]
const [soundSeconds, roundSeconds] = [2, 6]
/** Of one call, which nobody answers for longer. */
const rounds = 10

/** Rings until it is stopped; silently where the browser allows no sound before the page was touched. */
export function ring(): () => void {
  const context = new AudioContext()
  const volume = context.createGain()
  volume.gain.value = 0
  volume.connect(context.destination)
  for (const tone of tones) {
    const oscillator = context.createOscillator()
    oscillator.frequency.value = tone
    oscillator.connect(volume)
    oscillator.start()
  }
  for (let round = 0; round < rounds; round += 1) {
    const at = context.currentTime + round * roundSeconds
    volume.gain.setValueAtTime(0.08, at)
    volume.gain.setValueAtTime(0, at + soundSeconds)
  }
  return () => void context.close()
}
