import { type TrackMoment, trackMoment, type TrackPoint } from './track.js'

/** Playback speeds as multiples of real time. */
export const PLAYBACK_SPEEDS = [1, 4, 10, 20, 50] as const
export type PlaybackSpeed = (typeof PLAYBACK_SPEEDS)[number]
/** Default playback speed. With it, a trip of half an hour takes three minutes. */
const FIRST_SPEED: PlaybackSpeed = 10

export interface PlaybackState {
  isPlaying: boolean
  speed: PlaybackSpeed
  /** True if the map keeps the position in view. */
  isFollowed: boolean
  moment: TrackMoment
}

/** A trip that can be played. Listeners are called once per frame while it plays. */
export interface Playback {
  track: readonly TrackPoint[]
  state: () => PlaybackState
  subscribe: (listener: () => void) => () => void
  play: () => void
  pause: () => void
  setSpeed: (speed: PlaybackSpeed) => void
  setFollowed: (isFollowed: boolean) => void
  /** Moves to a time of the trip, in milliseconds since 1970 UTC. */
  seek: (at: number) => void
  /** Moves forwards by waypoints, or backwards if negative. */
  step: (waypoints: number) => void
  close: () => void
}

export interface FrameClock {
  now: () => number
  request: (callback: () => void) => number
  cancel: (request: number) => void
}

const browserFrames: FrameClock = {
  now: () => performance.now(),
  request: (callback) => requestAnimationFrame(callback),
  cancel: (request) => cancelAnimationFrame(request),
}

/** Creates a playback of a track with at least one point. It stops at the end, and playing again starts from the beginning. */
export function createPlayback(track: readonly TrackPoint[], frames: FrameClock = browserFrames): Playback {
  const first = track[0]
  const last = track.at(-1)
  if (!first || !last) throw new RangeError('A playback needs a track with a point')
  const listeners = new Set<() => void>()
  const begin = trackMoment(track, first.positionedAt)!
  let state: PlaybackState = { isPlaying: false, speed: FIRST_SPEED, isFollowed: false, moment: begin }
  let request = 0
  let drawnAt = 0

  const become = (changes: Partial<PlaybackState>) => {
    state = { ...state, ...changes }
    listeners.forEach((listener) => listener())
  }
  const momentAt = (at: number) => trackMoment(track, Math.min(last.positionedAt, Math.max(first.positionedAt, at)))!
  const stop = () => {
    frames.cancel(request)
    request = 0
  }
  const advance = () => {
    const now = frames.now()
    const at = state.moment.at + (now - drawnAt) * state.speed
    drawnAt = now
    const isOver = at >= last.positionedAt
    become({ moment: momentAt(at), isPlaying: !isOver })
    request = isOver ? 0 : frames.request(advance)
  }

  return {
    track,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    play() {
      if (state.isPlaying) return
      const isAtEnd = state.moment.at >= last.positionedAt
      become({ isPlaying: true, ...(isAtEnd && { moment: momentAt(first.positionedAt) }) })
      drawnAt = frames.now()
      request = frames.request(advance)
    },
    pause() {
      stop()
      if (state.isPlaying) become({ isPlaying: false })
    },
    setSpeed: (speed) => become({ speed }),
    setFollowed: (isFollowed) => become({ isFollowed }),
    seek: (at) => become({ moment: momentAt(at) }),
    step(waypoints) {
      const index = Math.min(track.length - 1, Math.max(0, state.moment.index + waypoints))
      become({ moment: momentAt(track[index]!.positionedAt) })
    },
    close() {
      stop()
      listeners.clear()
    },
  }
}

/**
 * Handles a key. Returns false if the playback does not use this key. Space plays or pauses. The arrows move one step, or ten
 * steps with Shift.
 */
export function handlePlaybackKey(playback: Playback, { key, shiftKey }: { key: string; shiftKey: boolean }): boolean {
  const steps = shiftKey ? 10 : 1
  if (key === ' ') {
    if (playback.state().isPlaying) playback.pause()
    else playback.play()
  } else if (key === 'ArrowRight') playback.step(steps)
  else if (key === 'ArrowLeft') playback.step(-steps)
  else return false
  return true
}
