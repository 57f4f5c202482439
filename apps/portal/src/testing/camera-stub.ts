const FORMATS = ['qr_code', 'data_matrix', 'code_128']

export interface CameraStub {
  /** Sets the codes in front of the camera. */
  show: (...texts: string[]) => void
  /** Constraints requested from the camera, oldest first. */
  asked: MediaTrackConstraints[]
  /** Returns the number of running tracks. */
  running: () => number
  /** Constraints that were applied to a running track. */
  applied: MediaTrackConstraints[]
  /** Makes the camera fail with an exception of this name. With undefined, the camera works again. */
  failWith: (name: string | undefined) => void
  vibrate: jest.Mock
}

interface CameraOptions {
  hasTorch?: boolean
  lenses?: readonly { id: string; label: string }[]
}

/** Replaces the camera by that of a phone whose browser reads codes itself. */
export function stubCamera({
  hasTorch = false,
  lenses = [{ id: 'back', label: 'Back Camera' }],
}: CameraOptions = {}): CameraStub {
  let before: string[] = []
  let failure: string | undefined
  const asked: MediaTrackConstraints[] = []
  const applied: MediaTrackConstraints[] = []
  const tracks: { isStopped: boolean }[] = []
  const makeTrack = (deviceId: string) => {
    const life = { isStopped: false }
    tracks.push(life)
    return Object.assign(new EventTarget(), {
      stop: () => void (life.isStopped = true),
      getCapabilities: () => (hasTorch ? { torch: true } : {}),
      getSettings: () => ({ deviceId }),
      applyConstraints: async (constraints: MediaTrackConstraints) => void applied.push(constraints),
    })
  }
  const mediaDevices = {
    getUserMedia: async ({ video }: { video: MediaTrackConstraints }) => {
      asked.push(video)
      if (failure) throw new DOMException('no camera', failure)
      const wanted = (video.deviceId as { exact?: string } | undefined)?.exact
      if (wanted && !lenses.some(({ id }) => id === wanted)) throw new DOMException('gone', 'OverconstrainedError')
      const all = [makeTrack(wanted ?? lenses[0]?.id ?? 'back')]
      return { getTracks: () => all, getVideoTracks: () => all }
    },
    enumerateDevices: async () => lenses.map(({ id, label }) => ({ kind: 'videoinput', deviceId: id, label })),
  }
  class Detector {
    static getSupportedFormats = async () => FORMATS
    detect = async () => before.map((rawValue, at) => ({ rawValue, boundingBox: { x: at * 100, y: 0, width: 10, height: 10 } }))
  }
  const vibrate = jest.fn(() => true)
  const define = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { configurable: true, writable: true, value })
  define(navigator, 'mediaDevices', mediaDevices)
  define(navigator, 'vibrate', vibrate)
  define(window, 'isSecureContext', true)
  define(globalThis, 'BarcodeDetector', Detector)
  define(HTMLMediaElement.prototype, 'play', async () => undefined)
  define(HTMLMediaElement.prototype, 'readyState', HTMLMediaElement.HAVE_ENOUGH_DATA)
  return {
    show: (...texts) => void (before = texts),
    asked,
    applied,
    running: () => tracks.filter(({ isStopped }) => !isStopped).length,
    failWith: (name) => void (failure = name),
    vibrate,
  }
}
