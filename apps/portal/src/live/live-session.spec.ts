import { QueryClient } from '@tanstack/react-query'
import { applyLiveEvent } from './apply-live-event.js'
import { createLiveSession } from './live-session.js'
import { createPositionsStore } from './positions-store.js'
import { entityKey, markersKey, tripsKey } from './query-keys.js'

const aSession = () =>
  createLiveSession({
    url: 'ws://portal.test/api/v1/live',
    token: async () => 'a-token',
    queries: new QueryClient(),
    createSocket: () => ({ readyState: 0, send: jest.fn(), close: jest.fn(), onopen: null, onmessage: null, onclose: null }),
  })

describe('a live session', () => {
  it('R-049 ends live updates when the map is left', () => {
    const session = aSession()
    const leaveMap = session.use('map', { channel: 'fleet' })
    expect(session.client.state()).toBe('connecting')
    leaveMap()
    expect(session.client.state()).toBe('stopped')
  })

  it('R-049 goes on after the map is left while the debugger is active', () => {
    const session = aSession()
    const leaveMap = session.use('map', { channel: 'fleet' })
    const endDebugging = session.use('debugger', { channel: 'entity', id: 7 })
    leaveMap()
    expect([session.client.state(), session.isUsedBy('map'), session.isUsedBy('debugger')]).toEqual(['connecting', false, true])
    endDebugging()
    expect(session.client.state()).toBe('stopped')
  })
})

describe('applying a live event', () => {
  const stamp = { channel: 'fleet' as const, epoch: 'a', sequence: 2 }
  const position = {
    entity_id: 7,
    imei: null,
    latitude: null,
    longitude: null,
    speed_kph: null,
    heading: null,
    moving: false,
    positioned_at: null,
    received_at: null,
    last_activity: null,
    ignition: null,
    odometer_m: null,
    external_battery_mv: null,
    open_trip_id: null,
    location_hidden: false,
  }

  it('T-08 has what somebody edited read again, and the names on the map', () => {
    const queries = new QueryClient()
    for (const id of [7, 8, 9]) queries.setQueryData(entityKey(id), {})
    queries.setQueryData([...markersKey, 'fleet'], [])
    applyLiveEvent({ type: 'edit', ...stamp, edit: { entity_ids: [7, 8] } }, createPositionsStore(), queries)
    const isRead = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated
    expect([7, 8, 9].map((id) => isRead(entityKey(id)))).toEqual([true, true, false])
    expect(isRead([...markersKey, 'fleet'])).toBe(true)
  })

  it('has the trips of that entity read again, and no others', () => {
    const queries = new QueryClient()
    queries.setQueryData([...tripsKey(7), 'page'], [])
    queries.setQueryData([...tripsKey(8), 'page'], [])
    applyLiveEvent({ type: 'trip', ...stamp, trip: { entity_id: 7, trip_id: 1 } }, createPositionsStore(), queries)
    expect(queries.getQueryState([...tripsKey(7), 'page'])?.isInvalidated).toBe(true)
    expect(queries.getQueryState([...tripsKey(8), 'page'])?.isInvalidated).toBe(false)
  })

  it('leaves the query cache alone for positions, and has the markers read again for a newcomer', () => {
    const queries = new QueryClient()
    const positions = createPositionsStore()
    queries.setQueryData(markersKey, [])
    applyLiveEvent({ type: 'snapshot', ...stamp, positions: [position] }, positions, queries)
    applyLiveEvent({ type: 'positions', ...stamp, positions: [position] }, positions, queries)
    expect(queries.getQueryState(markersKey)?.isInvalidated).toBe(false)
    applyLiveEvent({ type: 'positions', ...stamp, positions: [{ ...position, entity_id: 8 }] }, positions, queries)
    expect(queries.getQueryState(markersKey)?.isInvalidated).toBe(true)
  })

  it('S19 has the markers read again when a vehicle has left the fleet, and not when everything is as it was', () => {
    const queries = new QueryClient()
    const positions = createPositionsStore()
    positions.load([7, 8].map((entityId) => ({ entityId, isMoving: false, isLocationHidden: false })))
    const tell = (ids: number[]) => {
      queries.setQueryData(markersKey, {})
      const told = ids.map((entity_id) => ({ ...position, entity_id }))
      applyLiveEvent({ type: 'snapshot', ...stamp, positions: told }, positions, queries)
      return queries.getQueryState(markersKey)?.isInvalidated
    }
    expect(tell([7, 8])).toBe(false)
    expect(tell([8])).toBe(true)
  })
})
