/** High and short: taken. Low, twice: it was there already. */
const TONES = { taken: [{ hz: 1_760, atS: 0 }], again: [0, 0.16].map((atS) => ({ hz: 330, atS })) } as const
const LENGTH_S = 0.09
const LOUDNESS = 0.25

let context: AudioContext | undefined

/** Says by a tone what became of a code, for those who look at the box and not at the screen. Silent where the browser has no sound. */
export function playTone(tone: keyof typeof TONES): void {
  if (!('AudioContext' in globalThis)) return
  context ??= new AudioContext()
  // Browsers keep it asleep until somebody touched the page.
  if (context.state === 'suspended') void context.resume()
  const now = context.currentTime
  for (const { hz, atS } of TONES[tone]) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()]
    oscillator.frequency.value = hz
    gain.gain.value = LOUDNESS
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(now + atS)
    oscillator.stop(now + atS + LENGTH_S)
  }
}
