import { jpegPixels } from './jpeg.js'
import { pngPixels } from './png.js'
import type { Pixels } from './pixels.js'
import { webpPixels } from './webp.js'

/** Allowed types of photos. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof PHOTO_TYPES)[number]

/**
 * Maximum megapixels. Phone cameras take smaller pictures by default. A browser needs 160 MB to show a picture of this size.
 */
export const MAX_MEGAPIXELS = 40

const READERS: Readonly<Record<PhotoType, (bytes: Buffer) => Pixels | undefined>> = {
  'image/jpeg': jpegPixels,
  'image/png': pngPixels,
  'image/webp': webpPixels,
}

/**
 * Extracts only the picture. Detects its type from the bytes, whatever the sender claims. Checks the file from the first byte
 * to the last. Drops place, time and any other added data. The picture is not decompressed here, so that a small file that
 * would expand to a huge picture does no harm. Such a file is rejected by the size in its header.
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
