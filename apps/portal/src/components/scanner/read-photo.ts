import { createDecoder } from './decoder.js'

/** Maximum picture size in pixels. In larger pictures, codes are found more slowly and not more often. */
const MOST_PX = 2_000

/** Returns the texts of the codes in a photo, the one nearest to the middle first. Empty if the file is not a picture. */
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
