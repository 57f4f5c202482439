import { photoTypeOf } from './photo-type.js'

describe('what a photo of a return is', () => {
  it.each([
    ['ffd8ffe000104a464946', 'image/jpeg'],
    ['ffd8ffe1', 'image/jpeg'],
    ['89504e470d0a1a0a0000000d49484452', 'image/png'],
    [`52494646${'24000000'}57454250565038`, 'image/webp'],
  ])('G-52 is told by its first bytes: %s', (bytes, type) => {
    expect(photoTypeOf(Buffer.from(bytes, 'hex'))).toBe(type)
  })

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing with scripts in it', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a sound in the same container as WebP', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
    ['a picture of another kind', Buffer.from('GIF89a')],
    ['half a signature', Buffer.from('8950', 'hex')],
    ['nothing', Buffer.alloc(0)],
  ])('G-52 is none when it is %s', (_, bytes) => {
    expect(photoTypeOf(bytes)).toBeUndefined()
  })
})
