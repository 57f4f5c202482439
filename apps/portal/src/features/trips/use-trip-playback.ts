import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { formatSpeed } from '../../lib/format/numbers.js'
import { useFormat } from '../../lib/format/use-format.js'
import { type Place, toPlace } from '../../lib/place.js'
import type { TrackHead, TrackOfTrip } from '../../map/layers/track-layer.js'
import { createPlayback, type Playback, type PlaybackState } from './playback.js'
import { tripQuery } from './queries/trip-queries.js'
import { toTrack } from './track.js'
import { joined } from '../../lib/format/joined.js'

/** A selected trip in the form that the map and the playback bar need. */
export interface TripOnMap {
  track: TrackOfTrip | undefined
  playback: Playback | undefined
  isOpen: boolean
  /** Number of fixes that are not drawn because their coordinates are invalid (G-39). A fix is one position of the trip. */
  skippedWaypoints: number
  /** Number of fixes that are drawn faintly because the vehicle cannot have been there. */
  doubtedWaypoints: number
  error: unknown
  /** True if the loaded trip has no place that can be drawn. */
  isEmpty: boolean
  /** Playback position that the map draws. The map subscribes to it, so that React need not render on each change. */
  head: { subscribe: (listener: () => void) => () => void; current: () => TrackHead | undefined } | undefined
  /** Place that the map follows during playback, until the user moves the map. */
  followed: { subscribe: (listener: () => void) => () => void; current: () => Place | undefined; stop: () => void } | undefined
}

/**
 * Reads the line of a trip and makes it playable.
 * @param at time to start at, ISO 8601. Absent for the start of the trip.
 */
export function useTripOnMap(entityId: number | undefined, tripId: number | undefined, at?: string): TripOnMap {
  const format = useFormat()
  const { data, error } = useQuery({
    ...tripQuery(entityId ?? 0, tripId ?? 0),
    enabled: entityId !== undefined && tripId !== undefined,
  })
  const points = useMemo(() => toTrack(data?.waypoints ?? []), [data])
  const doubted = useMemo(
    () => (data?.doubted_waypoints ?? []).flatMap(({ latitude, longitude }) => toPlace(latitude, longitude) ?? []),
    [data],
  )
  const isOpen = data?.is_open ?? false
  const track = useMemo(
    () => (points.length > 0 ? { places: points.map(({ place }) => place), doubted, isOpen } : undefined),
    [points, doubted, isOpen],
  )
  const playback = useMemo(() => (points.length > 0 ? createPlayback(points) : undefined), [points])
  const left = useRef<{ tripId: number | undefined; state: PlaybackState }>(undefined)
  useEffect(() => {
    if (!playback) return
    // The line of an open trip becomes longer while it is played, and then gets a new playback. This continues at the time
    // that the previous playback had reached.
    if (left.current?.tripId === tripId && left.current) resume(playback, left.current.state)
    return () => {
      left.current = { tripId, state: playback.state() }
      playback.close()
    }
  }, [playback, tripId])
  useBeginning(playback, at)
  const head = useMemo(
    () =>
      playback && {
        subscribe: playback.subscribe,
        current: (): TrackHead | undefined => {
          const { moment, isPlaying } = playback.state()
          const isAtStart = moment.index === 0 && moment.at === points[0]?.positionedAt
          if (isAtStart && !isPlaying) return undefined
          const speed = moment.speedKph === undefined ? undefined : formatSpeed(moment.speedKph)
          return { index: moment.index, place: moment.place, text: joined([format.time(moment.at), speed]) }
        },
      },
    [playback, points, format],
  )
  const followed = useMemo(
    () =>
      playback && {
        subscribe: playback.subscribe,
        current: (): Place | undefined => (playback.state().isFollowed ? playback.state().moment.place : undefined),
        stop: () => playback.setFollowed(false),
      },
    [playback],
  )
  return {
    track,
    playback,
    isOpen,
    skippedWaypoints: (data?.skipped_waypoints ?? 0) - doubted.length,
    doubtedWaypoints: doubted.length,
    error,
    isEmpty: data !== undefined && points.length === 0,
    head,
    followed,
  }
}

/** Moves the playback to a time, but only once. If the trip becomes longer, the playback is not moved to that time again. */
function useBeginning(playback: Playback | undefined, at: string | undefined): void {
  const sought = useRef<string>(undefined)
  useEffect(() => {
    if (playback && at !== undefined && sought.current !== at) playback.seek(Date.parse(at))
    if (playback) sought.current = at
  }, [playback, at])
}

function resume(playback: Playback, { moment, speed, isFollowed, isPlaying }: PlaybackState): void {
  playback.setSpeed(speed)
  playback.setFollowed(isFollowed)
  playback.seek(moment.at)
  if (isPlaying) playback.play()
}
