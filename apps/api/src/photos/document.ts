import { invalid } from '../http/problems.js'
import { MAX_MEGAPIXELS, PHOTO_TYPES, pictureIn } from './picture.js'
import { MAX_PHOTO_BYTES } from './photo.js'
import { say } from './texts.js'

/** What documents may be: a PDF, or a picture of a paper. */
export const DOCUMENT_TYPES = ['application/pdf', ...PHOTO_TYPES] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** How far from its end a PDF says that it ends; readers look no further. */
const END_WITHIN = 1_024

/** By its first and last bytes; nothing before them, so that no other program takes it for another kind of file. */
const isPdf = (bytes: Buffer) =>
  /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) && bytes.subarray(-END_WITHIN).includes('%%EOF')

/**
 * What is kept of a document that was sent: of a picture its pixels alone, a PDF as it is. What a PDF holds is not looked
 * into, so it is only ever handed out as a file that is saved, never shown within the portal.
 * @throws Problem 422 for what is neither, or too large
 */
export function documentIn(base64: string): { type: DocumentType; content: Buffer } {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > MAX_PHOTO_BYTES) throw invalid({ content: [say('document-too-large', { max: MAX_PHOTO_BYTES / 1_000 })] })
  if (isPdf(bytes)) return { type: 'application/pdf', content: bytes }
  const picture = pictureIn(bytes)
  if (picture === 'not-a-picture') throw invalid({ content: [say('not-a-document')] })
  if (picture === 'too-many-pixels') throw invalid({ content: [say('too-many-pixels', { max: MAX_MEGAPIXELS })] })
  return picture
}
