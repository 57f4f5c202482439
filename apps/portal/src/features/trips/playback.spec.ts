import { createPlayback, type FrameClock, handlePlaybackKey, PLAYBACK_SPEEDS } from './playback.js'
import { speedProfile, stopsOf } from './speed-profile.js'
import { toTrack, trackMoment } from './track.js'

const waypoint = (seconds: number, latitude: number, longitude: number, speed_kph: number | null = 18) => ({
  latitude,
  longitude,
  positioned_at: new Date(Date.UTC(2025, 9, 30, 8, 0, seconds)).toISOString(),
  speed_kph,
})
const start = Date.UTC(2025, 9, 30, 8, 0, 0)
const track = toTrack([waypoint(0, 49.4, 8.7), waypoint(10, 49.401, 8.7), waypoint(20, 49.402, 8.7, 36)])

function handFrames() {
  let now = 0
  let waiting: (() => void) | undefined
  const frames: FrameClock = {
    now: () => now,
    request: (callback) => {
      waiting = callback
      return 1
    },
    cancel: () => (waiting = undefined),
  }
  return {
    frames,
    isWaiting: () => waiting !== undefined,
    pass: (ms: number) => {
      now += ms
      const callback = waiting
      waiting = undefined
      callback?.()
    },
  }
}

describe('a track', () => {
  it('R-092 skips invalid waypoints, is in the order of time and knows its distance', () => {
    const points = toTrack([waypoint(10, 49.401, 8.7), waypoint(5, 95.5, 8.7), waypoint(0, 49.4, 8.7)])
    expect(points.map(({ positionedAt }) => positionedAt - start)).toEqual([0, 10_000])
    expect(points[1]!.distanceM).toBeCloseTo(111, 0)
  })

  it('lies between two waypoints at a moment between them', () => {
    const moment = trackMoment(track, start + 5_000)!
    expect(moment.index).toBe(0)
    expect(moment.place.latitude).toBeCloseTo(49.4005)
    expect(moment.distanceM).toBeCloseTo(track[1]!.distanceM / 2)
    expect(trackMoment([], start)).toBeUndefined()
    const across = toTrack([waypoint(0, -16.5, 179.999), waypoint(10, -16.5, -179.997)])
    expect(trackMoment(across, start + 5_000)!.place.longitude).toBeCloseTo(-179.999)
  })
})

describe('the playback of a trip', () => {
  it('runs ten times as fast as the clock at first, and stops at the end', () => {
    const { frames, pass, isWaiting } = handFrames()
    const playback = createPlayback(track, frames)
    playback.play()
    pass(1_000)
    expect([playback.state().isPlaying, playback.state().moment.at - start]).toEqual([true, 10_000])
    pass(1_500)
    expect([playback.state().isPlaying, playback.state().moment.at - start, isWaiting()]).toEqual([false, 20_000, false])
  })

  it('starts again from the beginning after the end', () => {
    const { frames } = handFrames()
    const playback = createPlayback(track, frames)
    playback.seek(start + 999_000)
    playback.play()
    expect(playback.state().moment.at).toBe(start)
  })

  it('keeps its place when the speed changes or it is paused', () => {
    const { frames, pass, isWaiting } = handFrames()
    const playback = createPlayback(track, frames)
    playback.setSpeed(1)
    playback.play()
    pass(1_000)
    playback.setSpeed(4)
    pass(1_000)
    playback.pause()
    expect([playback.state().moment.at - start, isWaiting()]).toEqual([5_000, false])
  })

  it('T-11 is played up to fifty times as fast as the clock', () => {
    const { frames, pass } = handFrames()
    const playback = createPlayback(track, frames)
    expect([PLAYBACK_SPEEDS[0], PLAYBACK_SPEEDS.at(-1)]).toEqual([1, 50])
    playback.setSpeed(50)
    playback.play()
    pass(100)
    expect(playback.state().moment.at - start).toBe(5_000)
  })

  it('is driven by keys: space plays, arrows step a waypoint, Shift ten', () => {
    const playback = createPlayback(track, handFrames().frames)
    const press = (key: string, shiftKey = false) => handlePlaybackKey(playback, { key, shiftKey })
    expect([press('ArrowRight'), playback.state().moment.index]).toEqual([true, 1])
    expect([press('ArrowRight', true), playback.state().moment.index]).toEqual([true, 2])
    expect([press('ArrowLeft'), playback.state().moment.index]).toEqual([true, 1])
    expect([press(' '), playback.state().isPlaying]).toEqual([true, true])
    expect([press(' '), playback.state().isPlaying]).toEqual([true, false])
    expect(press('q')).toBe(false)
  })

  it('tells its listeners, and nobody once it is closed', () => {
    const playback = createPlayback(track, handFrames().frames)
    const listener = jest.fn()
    playback.subscribe(listener)
    playback.step(1)
    expect(listener).toHaveBeenCalledTimes(1)
    playback.close()
    playback.step(1)
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe('the speed profile', () => {
  it('touches the top where the trip was fastest', () => {
    expect(speedProfile(track, 100, 20).line).toBe('M0.0,10.0 L50.0,10.0 L100.0,0.0')
  })

  it('T-11 knows where the vehicle stood for a minute or more, also where no speed is told', () => {
    const at = (seconds: number, latitude: number) => waypoint(seconds, latitude, 8.7, null)
    const light = [at(60, 49.41), at(80, 49.41)]
    const stop = [at(180, 49.42), at(240, 49.42002), at(420, 49.42)]
    const ride = toTrack([at(0, 49.4), ...light, ...stop, at(480, 49.43)])
    expect(stopsOf(ride)).toEqual([{ from: start + 180_000, till: start + 420_000 }])
    expect(stopsOf(track)).toEqual([])
  })

  it('keeps a short burst of a long trip', () => {
    const long = toTrack(Array.from({ length: 2_000 }, (_, index) => waypoint(index, 49.4, 8.7, index === 777 ? 50 : 5)))
    const { line } = speedProfile(long, 100, 20)
    expect(line.split('L').length).toBeLessThan(260)
    expect(line).toContain(',0.0')
  })
})
