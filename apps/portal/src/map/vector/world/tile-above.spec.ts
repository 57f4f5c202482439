import { tileAbove } from './tile-above.js'

describe('what is drawn where a file of one region has no tile', () => {
  const key = ({ x, y, z }: { x: number; y: number; z: number }) => `${z}/${x}/${y}`
  const fileWith = (...keys: string[]) => {
    const has = new Set(keys)
    return (place: { x: number; y: number; z: number }) =>
      Promise.resolve({ data: new Map(has.has(key(place)) ? [['earth', []]] : []) })
  }

  it('is the nearest coarser tile around it, however far that is above', async () => {
    const read = fileWith('0/0/0', '3/4/2', '4/8/5')
    // Sweden, at a zoom at which the file contains only the middle of Europe.
    expect((await tileAbove(read, { x: 17, y: 9, z: 5 }))?.place).toEqual({ x: 4, y: 2, z: 3 })
    expect((await tileAbove(read, { x: 17, y: 10, z: 5 }))?.place).toEqual({ x: 8, y: 5, z: 4 })
    expect((await tileAbove(read, { x: 0, y: 31, z: 5 }))?.place).toEqual({ x: 0, y: 0, z: 0 })
  })

  it('is nothing where the file has nothing at all', async () => {
    expect(await tileAbove(fileWith(), { x: 1, y: 1, z: 1 })).toBeUndefined()
  })
})
