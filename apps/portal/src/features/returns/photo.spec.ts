import { toBase64 } from '../../lib/api/packed-file.js'
import { fitted } from './photo.js'

describe('a photo of a return', () => {
  it.each([
    [4032, 3024, { width: 1600, height: 1200 }],
    [3024, 4032, { width: 1200, height: 1600 }],
    [800, 600, { width: 800, height: 600 }],
    [100_000, 10, { width: 1600, height: 1 }],
  ])('G-52 of %d by %d pixels is sent as %j', (width, height, sides) => {
    expect(fitted(width, height)).toEqual(sides)
  })

  it('G-52 is sent as base64 of its bytes alone', async () => {
    expect(await toBase64(new Blob([new Uint8Array([0xff, 0xd8, 0xff])], { type: 'image/jpeg' }))).toBe('/9j/')
  })
})
