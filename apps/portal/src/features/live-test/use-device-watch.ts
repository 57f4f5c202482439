import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNow } from '../../lib/clock.js'
import { useLivePosition } from '../../live/use-live-position.js'
import { type Place, toPlace } from '../../lib/place.js'
import { type LivePhase, livePhase, type Network, networkOf, waitingSince } from './live-phase.js'
import { debugKey, type DeviceStatus, deviceStatusQuery } from './queries/device-queries.js'
import type { TrackedDevice } from './tracked-devices.js'

/** Present data of a tracker under test. */
export interface DeviceWatch {
  imei: string
  startedAt: number
  now: number
  phase: LivePhase
  /** Undefined until loaded. Null if there is no such tracker. */
  status: DeviceStatus | null | undefined
  network: Network
  lastUpdate?: number
  /** Milliseconds without an update. */
  waitingMs: number
  isHidden: boolean
  place?: Place
  speedKph?: number
  /** Degrees from true north, 0–359. */
  heading?: number
  positionedAt?: number
  retry: () => void
}

/** Watches one tracker under test: polls its state and listens for live positions. */
export function useDeviceWatch({ imei, startedAt }: TrackedDevice): DeviceWatch {
  const now = useNow()
  const queries = useQueryClient()
  const { data: status, isError, refetch } = useQuery(deviceStatusQuery(imei))
  const { position: live, isBroken, retryLine } = useLivePosition(status?.entity_id ?? undefined)
  const answeredAt = status?.last_update ? Date.parse(status.last_update) : undefined
  const heardAt = live?.receivedAt
  const isNews = heardAt !== undefined && status != null && heardAt > (answeredAt ?? 0)
  // The live connection reports only positions. When a position arrives, GPS quality, battery, hours, trips and log are
  // therefore read again from the API.
  useEffect(() => {
    if (isNews) void queries.invalidateQueries({ queryKey: [...debugKey(imei), 'status'] }, { cancelRefetch: false })
  }, [queries, imei, isNews, heardAt])
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: [...debugKey(imei), 'messages'] }, { cancelRefetch: false })
  }, [queries, imei, answeredAt])
  const isHiddenNow = status?.location_hidden ?? false
  useEffect(() => {
    for (const part of ['trips', 'consumer-entity', 'messages'])
      void queries.invalidateQueries({ queryKey: [...debugKey(imei), part] }, { cancelRefetch: false })
  }, [queries, imei, isHiddenNow])

  const lastUpdate = Math.max(heardAt ?? 0, answeredAt ?? 0) || undefined
  const isHidden = isHiddenNow || (live?.isLocationHidden ?? false)
  const watched = { isFailing: isError || isBroken, isAnswered: status !== undefined, startedAt, lastUpdate }
  return {
    imei,
    startedAt,
    now,
    phase: livePhase(watched, now),
    status,
    network: networkOf(watched, now),
    lastUpdate,
    waitingMs: Math.max(0, now - waitingSince(watched)),
    isHidden,
    ...(!isHidden && newest(status, isNews ? live : undefined)),
    retry: () => {
      retryLine()
      void refetch()
    },
  }
}

/** Returns position and motion, from the live connection if it is newer than the API's response. */
function newest(
  status: DeviceStatus | null | undefined,
  live: { place?: Place; speedKph?: number; heading?: number; positionedAt?: number } | undefined,
): Pick<DeviceWatch, 'place' | 'speedKph' | 'heading' | 'positionedAt'> {
  if (live?.place) return { place: live.place, speedKph: live.speedKph, heading: live.heading, positionedAt: live.positionedAt }
  const { position } = status ?? {}
  return {
    place: toPlace(position?.latitude, position?.longitude),
    speedKph: status?.speed_kph ?? undefined,
    heading: status?.heading ?? undefined,
    positionedAt: position ? Date.parse(position.positioned_at) : undefined,
  }
}
