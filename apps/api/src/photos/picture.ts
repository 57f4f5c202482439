import { jpegPixels } from './jpeg.js'
import { pngPixels } from './png.js'
import type { Pixels } from './pixels.js'
import { webpPixels } from './webp.js'

/** What photos may be. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof PHOTO_TYPES)[number]

/** More than the cameras of phones have by default; a browser takes 160 MB to show it. */
export const MAX_MEGAPIXELS = 40

const READERS: Readonly<Record<PhotoType, (bytes: Buffer) => Pixels | undefined>> = {
  'image/jpeg': jpegPixels,
  'image/png': pngPixels,
  'image/webp': webpPixels,
}

/**
 * The picture alone: told by its bytes, whatever somebody says it is, walked from its first byte to its end, without where and
 * when it was taken and without what somebody put in or behind it. Nothing is decoded, so a small file that unfolds into a
 * huge picture costs nothing here, and is not kept for a browser either.
 */
export function pictureIn(bytes: Buffer): { type: PhotoType; content: Buffer } | 'not-a-picture' | 'too-many-pixels' {
  for (const type of PHOTO_TYPES) {
    const pixels = READERS[type](bytes)
    if (!pixels) continue
    const { width, height, content } = pixels
    if (width < 1 || height < 1) return 'not-a-picture'
    return width * height > MAX_MEGAPIXELS * 1_000_000 ? 'too-many-pixels' : { type, content }
  }
  return 'not-a-picture'
}
