import type { LivePositionMessage } from '@roadbook/contracts'
import { act, renderHook } from '@testing-library/react'
import { createPositionsStore } from './positions-store.js'
import { useEntityPosition } from './use-entity-position.js'

const aMessage = (over: Partial<LivePositionMessage> = {}): LivePositionMessage => ({
  entity_id: 7,
  imei: '352625698104217',
  latitude: 49.4,
  longitude: 8.7,
  speed_kph: 18,
  heading: 90,
  moving: true,
  positioned_at: '2026-06-12T15:00:00.000Z',
  received_at: '2026-06-12T15:00:01.000Z',
  last_activity: '2026-06-12T15:00:01.000Z',
  ignition: null,
  odometer_m: null,
  external_battery_mv: null,
  open_trip_id: 12,
  location_hidden: false,
  ...over,
})

function aStore(now = Date.parse('2026-06-12T15:00:05.000Z')) {
  const frames: (() => void)[] = []
  const store = createPositionsStore({ now: () => now, nextFrame: (callback) => void frames.push(callback) })
  return { store, frames, nextFrame: () => frames.splice(0).forEach((frame) => frame()) }
}

describe('the positions store', () => {
  it('R-088 sets last_activity to now on a live update', () => {
    const { store } = aStore()
    store.update([aMessage()])
    expect(store.get(7)).toEqual({
      entityId: 7,
      place: { latitude: 49.4, longitude: 8.7 },
      speedKph: 18,
      heading: 90,
      isMoving: true,
      positionedAt: Date.parse('2026-06-12T15:00:00.000Z'),
      receivedAt: Date.parse('2026-06-12T15:00:01.000Z'),
      lastActivity: Date.parse('2026-06-12T15:00:05.000Z'),
      openTripId: 12,
      isLocationHidden: false,
    })
  })

  it('S19 forgets what is somebody else’s now, and says so to whoever shows it', () => {
    const { store, nextFrame } = aStore()
    store.update([aMessage(), aMessage({ entity_id: 8 })])
    nextFrame()
    const heard: number[] = []
    store.subscribe(7, () => heard.push(7))
    store.keepOnly([8])
    nextFrame()
    expect([store.get(7), store.get(8)?.entityId, heard]).toEqual([undefined, 8, [7]])
  })

  it('keeps the last activity that a snapshot tells', () => {
    const { store } = aStore()
    store.snapshot([aMessage()])
    expect(store.get(7)?.lastActivity).toBe(Date.parse('2026-06-12T15:00:01.000Z'))
  })

  it('R-084 holds no place for a hidden vehicle, even when one was known before', () => {
    const { store } = aStore()
    store.update([aMessage()])
    store.update([aMessage({ location_hidden: true, latitude: 49.4, longitude: 8.7 })])
    expect(store.get(7)).toMatchObject({ isLocationHidden: true, place: undefined })
  })

  it('R-092 skips an invalid place', () => {
    const { store } = aStore()
    store.update([aMessage({ latitude: 95.5 })])
    expect(store.get(7)?.place).toBeUndefined()
  })

  it('tells of many updates together, once a frame', () => {
    const { store, frames, nextFrame } = aStore()
    const heard: number[][] = []
    const one = jest.fn()
    store.subscribeAll((changed) => heard.push([...changed]))
    store.subscribe(7, one)
    for (let count = 0; count < 50; count += 1) store.update([aMessage(), aMessage({ entity_id: 8 })])
    expect(frames).toHaveLength(1)
    expect(heard).toEqual([])
    nextFrame()
    expect(heard).toEqual([[7, 8]])
    expect(one).toHaveBeenCalledTimes(1)
  })

  it('does not let an older answer over HTTP overwrite what came live', () => {
    const { store } = aStore()
    store.update([aMessage()])
    const live = store.get(7)!
    store.load([{ ...live, receivedAt: live.receivedAt! - 60_000, speedKph: 0 }])
    expect(store.get(7)?.speedKph).toBe(18)
    store.load([{ ...live, receivedAt: live.receivedAt! + 60_000, speedKph: 3 }])
    expect(store.get(7)?.speedKph).toBe(3)
  })

  it('renders a reader only when its own entity changes', () => {
    const { store, nextFrame } = aStore()
    let renders = 0
    const { result } = renderHook(() => {
      renders += 1
      return useEntityPosition(store, 7)
    })
    store.update([aMessage({ entity_id: 8 })])
    act(nextFrame)
    expect([renders, result.current]).toEqual([1, undefined])
    store.update([aMessage()])
    act(nextFrame)
    expect([renders, result.current?.speedKph]).toEqual([2, 18])
  })
})
