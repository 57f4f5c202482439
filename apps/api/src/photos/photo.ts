import { invalid } from '../http/problems.js'
import { MAX_MEGAPIXELS, type PhotoType, pictureIn } from './picture.js'
import { say } from './texts.js'

/** Maximum bytes of a photo. In base64, such a photo fits into a body of one mebibyte. */
export const MAX_PHOTO_BYTES = 700_000

/** A photo to send. Its type is always the type that was verified. */
export interface PhotoFile {
  name: string
  type: PhotoType
  content: Buffer
}

const ENDINGS: Readonly<Record<PhotoType, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

export const photoFile = (name: string, type: PhotoType, content: Buffer): PhotoFile => ({
  name: `${name}.${ENDINGS[type]}`,
  type,
  content,
})

/**
 * Returns the picture without other data.
 * @throws Problem 422 when the file is not a picture, or is too large
 */
export function photoIn(base64: string): { type: PhotoType; content: Buffer } {
  const bytes = Buffer.from(base64, 'base64')
  const picture = pictureIn(bytes)
  if (picture === 'not-a-picture') throw invalid({ content: [say('not-a-picture')] })
  if (picture === 'too-many-pixels') throw invalid({ content: [say('too-many-pixels', { max: MAX_MEGAPIXELS })] })
  if (bytes.length > MAX_PHOTO_BYTES) throw invalid({ content: [say('photo-too-large')] })
  return picture
}
