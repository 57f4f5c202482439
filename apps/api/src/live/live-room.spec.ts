import { LiveRoom, type LiveContent, type LiveSubscriber } from './live-room.js'

interface Frame {
  type: string
  sequence: number
  positions?: number[]
  trip?: { trip_id: number }
}

const content: LiveContent = { everything: () => '1,2,3', positions: (_view, ids) => [...ids].join() }
const room = () => new LiveRoom({ channel: 'fleet', scope: [1], seesOpenCases: false }, content)
const read = (frames: Buffer[] | undefined) => frames?.map((frame) => JSON.parse(frame.toString()) as Frame)
const short = (frames: Buffer[] | undefined) =>
  read(frames)?.map(({ type, sequence, positions, trip }) => [type, sequence, positions ?? trip?.trip_id])

describe('a room of the live channel', () => {
  it('encodes a frame once for all who are in it', () => {
    const got: Buffer[] = []
    const subscriber = (): LiveSubscriber => ({ deliver: (_room, frame) => void got.push(frame) })
    const one = room()
    one.subscribers.add(subscriber())
    one.subscribers.add(subscriber())
    one.publishPositions([7])
    expect(got[0]).toBe(got[1])
    expect(read(got)?.[0]).toEqual({ type: 'positions', channel: 'fleet', epoch: one.epoch, sequence: 1, positions: [7] })
  })

  it('brings those who come back what is newest about what changed, once each', () => {
    const one = room()
    one.publishPositions([1])
    one.publishPositions([1, 2])
    one.publishPositions([1])
    expect(short(one.since({ epoch: one.epoch, sequence: 1 }))).toEqual([['positions', 3, [1, 2]]])
    expect(one.since({ epoch: one.epoch, sequence: 3 })).toEqual([])
  })

  it('numbers what was missed upwards to the newest number, above the last one that was had', () => {
    const one = room()
    one.publishPositions([1])
    one.publishTrip({ entity_id: 1, trip_id: 50 })
    one.publishPositions([2])
    one.publishTrip({ entity_id: 2, trip_id: 51 })
    expect(short(one.since({ epoch: one.epoch, sequence: 0 }))).toEqual([
      ['positions', 2, [1, 2]],
      ['trip', 3, 50],
      ['trip', 4, 51],
    ])
  })

  it('tells those who come back of edits that they missed, in the order of what else was news', () => {
    const one = room()
    one.publishEdit({ entity_ids: [7, 8] })
    one.publishTrip({ entity_id: 7, trip_id: 50 })
    expect(read(one.since({ epoch: one.epoch, sequence: 0 }))).toMatchObject([
      { type: 'edit', sequence: 1, edit: { entity_ids: [7, 8] } },
      { type: 'trip', sequence: 2 },
    ])
    expect(read(one.since({ epoch: one.epoch, sequence: 1 }))).toMatchObject([{ type: 'trip' }])
  })

  it('has nothing for a stranger’s sequence, or for one from before what it remembers', () => {
    const one = room()
    for (let trip = 1; trip <= 501; trip++) one.publishTrip({ entity_id: 1, trip_id: trip })
    expect(one.since({ epoch: 'another', sequence: 1 })).toBeUndefined()
    expect(one.since({ epoch: one.epoch, sequence: 502 })).toBeUndefined()
    expect(one.since({ epoch: one.epoch, sequence: 0 })).toBeUndefined()
    expect(one.since({ epoch: one.epoch, sequence: 1 })).toHaveLength(500)
  })

  it('writes a snapshot once as long as nothing changes', () => {
    const one = room()
    const first = one.snapshot()
    expect(one.snapshot()).toBe(first)
    one.publishPositions([1])
    expect(one.snapshot()).not.toBe(first)
    const second = one.snapshot()
    one.forgetWritten()
    expect(one.snapshot()).not.toBe(second)
  })
})
