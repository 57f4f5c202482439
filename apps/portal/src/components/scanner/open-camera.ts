import { storeLens } from './lens.js'

/**
 * Picture size in pixels. It is large enough for a 15-digit bar code that fills half the picture, and small enough to read
 * quickly.
 */
const SIZE = { width: { ideal: 1280 }, height: { ideal: 720 } }
const BACK_CAMERA = { ...SIZE, facingMode: { ideal: 'environment' } }

const ask = (video: MediaTrackConstraints) => navigator.mediaDevices.getUserMedia({ audio: false, video })

const isGone = (error: unknown) => error instanceof Error && ['OverconstrainedError', 'NotFoundError'].includes(error.name)

/**
 * Opens the chosen camera, otherwise the back camera. Clears the choice if the chosen camera no longer exists. Fails like
 * `getUserMedia`.
 */
export async function openCamera(lensId: string | undefined): Promise<MediaStream> {
  const stream = lensId === undefined ? await ask(BACK_CAMERA) : await openLens(lensId)
  await focusOnAndOn(stream.getVideoTracks()[0])
  return stream
}

async function openLens(id: string): Promise<MediaStream> {
  try {
    return await ask({ ...SIZE, deviceId: { exact: id } })
  } catch (error) {
    if (!isGone(error)) throw error
    storeLens(undefined)
    return ask(BACK_CAMERA)
  }
}

interface Abilities {
  focusMode?: readonly string[]
  torch?: boolean
}

const abilitiesOf = (track: MediaStreamTrack | undefined): Abilities =>
  track && typeof track.getCapabilities === 'function' ? (track.getCapabilities() as Abilities) : {}

/** Returns whether the camera has a torch. */
export const hasTorch = (track: MediaStreamTrack | undefined): boolean => abilitiesOf(track).torch === true

/** Turns on continuous focus if the camera supports it, because labels are held close and move. */
async function focusOnAndOn(track: MediaStreamTrack | undefined): Promise<void> {
  if (!track || !abilitiesOf(track).focusMode?.includes('continuous')) return
  await track.applyConstraints({ advanced: [{ focusMode: 'continuous' } as MediaTrackConstraintSet] }).catch(() => undefined)
}
