import {
  jpeg,
  jpegSegment,
  losslessPixels,
  lossyPixels,
  png,
  pngChunk,
  webp,
  webpChunk,
} from '../../../../tests/support/pictures.js'
import { pictureIn } from './picture.js'

const SCRIPT = Buffer.from('<script>alert(1)</script>')
const PLACE = Buffer.from('Exif\0\x0049.4124 N 8.7100 E', 'latin1')
const STILL = webpChunk('VP8 ', lossyPixels(8, 8))
const canvas = (flags: number) => webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 7, 0, 0, 7, 0, 0]))

describe('what a photo of a return is', () => {
  it.each([
    ['JPEG', 'image/jpeg', jpeg()],
    ['PNG', 'image/png', png()],
    [
      'PNG with a palette and transparency',
      'image/png',
      png({ beside: Buffer.concat(['PLTE', 'tRNS'].map((type) => pngChunk(type, 'abc'))) }),
    ],
    ['WebP with losses', 'image/webp', webp(STILL)],
    ['WebP without losses', 'image/webp', webp(webpChunk('VP8L', losslessPixels(8, 8)))],
    ['WebP with transparency', 'image/webp', webp(canvas(0x10), webpChunk('ALPH', 'abc'), STILL)],
  ])('G-52 is kept byte by byte where it is nothing but a picture: %s', (_, type, bytes) => {
    expect(pictureIn(bytes)).toEqual({ type, content: bytes })
  })

  it.each([
    ['JPEG, a place in its EXIF', jpeg({ beside: jpegSegment(0xe1, PLACE) }), jpeg()],
    ['JPEG, a comment', jpeg({ beside: jpegSegment(0xfe, SCRIPT) }), jpeg()],
    [
      'JPEG, a profile and what other programs write',
      jpeg({ beside: Buffer.concat([0xe2, 0xed, 0xee, 0xef, 0xe0].map((marker) => jpegSegment(marker, PLACE))) }),
      jpeg(),
    ],
    ['JPEG, something behind its end', jpeg({ behind: SCRIPT }), jpeg()],
    ['JPEG, a second picture behind its end', jpeg({ behind: jpeg() }), jpeg()],
    ['PNG, a place in its EXIF', png({ beside: pngChunk('eXIf', PLACE) }), png()],
    [
      'PNG, texts',
      png({ beside: Buffer.concat(['tEXt', 'zTXt', 'iTXt', 'tIME', 'prIv'].map((type) => pngChunk(type, SCRIPT))) }),
      png(),
    ],
    [
      'PNG, pictures that follow one another',
      png({ beside: Buffer.concat(['acTL', 'fcTL', 'fdAT'].map((type) => pngChunk(type, 'x'))) }),
      png(),
    ],
    ['PNG, something behind its end', png({ behind: SCRIPT }), png()],
    ['WebP, a place in its EXIF', webp(canvas(0x08), STILL, webpChunk('EXIF', PLACE)), webp(STILL)],
    [
      'WebP, what other programs write',
      webp(canvas(0x24), webpChunk('ICCP', PLACE), STILL, webpChunk('XMP ', SCRIPT), webpChunk('more', SCRIPT)),
      webp(STILL),
    ],
    ['WebP, something behind its end', Buffer.concat([webp(STILL), SCRIPT]), webp(STILL)],
  ])('L5 is kept without what is beside the picture: %s', (_, bytes, alone) => {
    const kept = pictureIn(bytes)
    expect(kept).toEqual({ type: expect.any(String), content: alone })
  })

  it('L5 is kept without the thumbnail of JFIF', () => {
    const [small] = [jpegSegment(0xe0, `JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01${'rgb'}`)]
    const plain = jpegSegment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0')
    expect(pictureIn(jpeg({ beside: small }))).toEqual({ type: 'image/jpeg', content: jpeg({ beside: plain }) })
  })

  it.each([
    ['PNG of 74 bytes', png({ width: 20_000, height: 20_000 })],
    ['PNG that is only wide', png({ width: 0x7fff_ffff, height: 1 })],
    ['JPEG', jpeg({ width: 65_500, height: 65_500 })],
    ['WebP with losses', webp(webpChunk('VP8 ', lossyPixels(16_383, 16_383)))],
    ['WebP without losses', webp(webpChunk('VP8L', losslessPixels(16_384, 16_384)))],
  ])('L5 is refused where it unfolds into more than 40 megapixels: %s', (_, bytes) => {
    expect(pictureIn(bytes)).toBe('too-many-pixels')
  })

  it('G-52 may have forty megapixels', () => {
    expect(pictureIn(png({ width: 8_000, height: 5_000 }))).toMatchObject({ type: 'image/png' })
  })

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing with scripts in it', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a sound in the same container as WebP', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
    ['a picture of another kind', Buffer.from('GIF89a')],
    ['half a signature', Buffer.from('8950', 'hex')],
    ['the first bytes of a JPEG alone', Buffer.from('ffd8ffe000104a46494600', 'hex')],
    ['the first bytes of a PNG alone', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['the first bytes of a WebP alone', Buffer.from('RIFF\x24\0\0\0WEBPVP8', 'latin1')],
    ['a JPEG without its end', jpeg().subarray(0, -2)],
    ['a JPEG of no height', jpeg({ height: 0 })],
    ['a JPEG with two frames', jpeg({ beside: jpegSegment(0xc0, '\x08\0\x08\0\x08\x01\x01\x11\0') })],
    ['a JPEG in a coding that no browser draws', jpeg({ beside: jpegSegment(0xc9, '\x08\0\x08\0\x08\x01\x01\x11\0') })],
    ['a PNG of no width', png({ width: 0 })],
    ['a PNG with a second header', png({ beside: pngChunk('IHDR', Buffer.alloc(13)) })],
    ['a PNG that needs what nobody knows', png({ beside: pngChunk('ABCD', 'x') })],
    ['a PNG without its end', png().subarray(0, -12)],
    ['a PNG with damage', Buffer.from(png()).fill(0x55, 20, 21)],
    ['a WebP that moves', webp(canvas(0x02), webpChunk('ANMF', STILL), STILL)],
    ['a WebP that is longer than its file', webp(STILL).subarray(0, -2)],
    ['nothing', Buffer.alloc(0)],
  ])('G-52 is none when it is %s', (_, bytes) => {
    expect(pictureIn(bytes)).toBe('not-a-picture')
  })

  it('S25 is none, or one, and never an error, wherever it is cut or damaged', () => {
    for (const whole of [jpeg(), png(), webp(STILL), webp(canvas(0x10), webpChunk('ALPH', 'abc'), STILL)]) {
      for (let at = 0; at < whole.length; at++) {
        expect(pictureIn(whole.subarray(0, at))).toBe('not-a-picture')
        for (const byte of [0, 0xff]) expect(() => pictureIn(Buffer.from(whole).fill(byte, at, at + 1))).not.toThrow()
      }
    }
  })
})
