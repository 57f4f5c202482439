import { OneOf, Text, Whole } from '../http/properties.js'
import { RequiredLine } from '../http/body-fields.js'
import { field } from '../texts/platform.js'
import { MAX_PHOTO_BYTES } from './photo.js'
import { MAX_MEGAPIXELS, PHOTO_TYPES } from './picture.js'

/** Maximum photos per object. */
export const MAX_PHOTOS = 5
/** Maximum length in a body, in characters. The size of the picture itself is checked when it is read. */
const MAX_BASE64 = 1_048_576

/** A photo without its pixels. */
export class PhotoDto {
  @Whole() id: number
  @Whole({ description: 'Number of the photo, 1 to 5, in the order of upload' }) place: number
  @OneOf(PHOTO_TYPES) media_type: string
  @Whole() bytes: number
  @Text({ description: 'SHA-256 of the file’s bytes, hexadecimal' }) sha256: string
}

export class AddPhotoDto {
  @RequiredLine('photo', {
    maxLength: MAX_BASE64,
    pattern: { matches: /^[A-Za-z0-9+/]+={0,2}$/, sentence: field('not-base64', { label: field('label.photo') }) },
    description: `A JPEG, PNG or WebP picture of at most ${MAX_PHOTO_BYTES} bytes and ${MAX_MEGAPIXELS} megapixels, as base64; only its pixels are kept`,
  })
  content: string
}
