import { createDecoder } from './decoder.js'

/** Larger pictures are read no better, and slower. */
const MOST_PX = 2_000

/** Texts of the codes in a photo, the one in the middle first; none where it is no picture at all. */
export async function readPhoto(photo: Blob): Promise<string[]> {
  const picture = await createImageBitmap(photo).catch(() => undefined)
  if (!picture) return []
  const scale = Math.min(1, MOST_PX / Math.max(picture.width, picture.height))
  const shown =
    scale === 1
      ? picture
      : await createImageBitmap(picture, { resizeWidth: Math.round(picture.width * scale), resizeQuality: 'high' })
  const decode = await createDecoder()
  return decode(shown)
}
