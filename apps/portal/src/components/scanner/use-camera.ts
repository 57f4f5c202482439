import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { type CameraError, cameraErrorOf, cameraHindrance } from './camera-error.js'
import { type Lens, listLenses, storedLens, storeLens } from './lens.js'
import { hasTorch, openCamera } from './open-camera.js'

type CameraState =
  | { phase: 'starting' }
  | { phase: 'running'; track: MediaStreamTrack | undefined; lenses: readonly Lens[] }
  | { phase: 'failed'; error: CameraError }

export interface Camera {
  /** Ref of the element that shows the picture. */
  video: RefObject<HTMLVideoElement | null>
  phase: CameraState['phase']
  error: CameraError | undefined
  lenses: readonly Lens[]
  lensId: string | undefined
  chooseLens: (id: string) => void
  /** Undefined if the camera has no torch. */
  torch: { isOn: boolean; toggle: () => void } | undefined
  retry: () => void
}

const NO_LENSES: readonly Lens[] = []
const STARTING: CameraState = { phase: 'starting' }

const watchVisibility = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
const usePageIsVisible = () => useSyncExternalStore(watchVisibility, () => document.visibilityState !== 'hidden')

/** Runs the camera while the caller is mounted and the page is visible, and stops it otherwise. */
export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>(STARTING)
  const [lensId, setLensId] = useState(storedLens)
  const [attempt, setAttempt] = useState(0)
  const isVisible = usePageIsVisible()

  const restart = () => {
    setState(STARTING)
    setAttempt((count) => count + 1)
  }

  useEffect(() => {
    if (!isVisible) return
    let isOver = false
    let stream: MediaStream | undefined
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    const start = async () => {
      const hindrance = cameraHindrance()
      if (hindrance) return setState({ phase: 'failed', error: hindrance })
      try {
        stream = await openCamera(lensId)
        if (isOver) return stop()
        const lenses = await listLenses()
        const element = video.current
        if (isOver || !element) return stop()
        const [track] = stream.getVideoTracks()
        // Another app took the camera, or the camera was unplugged. The error of a new start shows which of the two it was.
        track?.addEventListener('ended', restart)
        element.srcObject = stream
        await element.play()
        if (!isOver) setState({ phase: 'running', track, lenses })
      } catch (error) {
        stop()
        if (!isOver) setState({ phase: 'failed', error: cameraErrorOf(error) })
      }
    }
    void start()
    return () => {
      isOver = true
      stop()
    }
  }, [isVisible, lensId, attempt])

  const track = state.phase === 'running' ? state.track : undefined
  return {
    video,
    phase: state.phase,
    error: state.phase === 'failed' ? state.error : undefined,
    lenses: state.phase === 'running' ? state.lenses : NO_LENSES,
    lensId: track?.getSettings().deviceId ?? lensId,
    chooseLens: (id) => {
      storeLens(id)
      setLensId(id)
      restart()
    },
    torch: useTorch(track),
    retry: restart,
  }
}

/** Controls the torch, which goes out when the camera stops. */
function useTorch(track: MediaStreamTrack | undefined): Camera['torch'] {
  const [lit, setLit] = useState<MediaStreamTrack>()
  if (!track || !hasTorch(track)) return undefined
  const isOn = lit === track
  const toggle = () => {
    const wanted = { advanced: [{ torch: !isOn } as MediaTrackConstraintSet] }
    void track.applyConstraints(wanted).then(
      () => setLit(isOn ? undefined : track),
      () => setLit(undefined),
    )
  }
  return { isOn, toggle }
}
