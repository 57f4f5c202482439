import { invalid } from '../http/problems.js'
import { MAX_MEGAPIXELS, PHOTO_TYPES, pictureIn } from './picture.js'
import { MAX_PHOTO_BYTES } from './photo.js'
import { say } from './texts.js'

/** Allowed types of documents: a PDF, or a picture of a paper. */
export const DOCUMENT_TYPES = ['application/pdf', ...PHOTO_TYPES] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/**
 * Number of bytes at the end of a PDF that must contain its end marker. PDF readers search for the marker only in these
 * bytes.
 */
const END_WITHIN = 1_024

/**
 * Returns whether the first and last bytes are those of a PDF. No other bytes may come before the first ones, so that no
 * program takes the file for another type.
 */
const isPdf = (bytes: Buffer) =>
  /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) && bytes.subarray(-END_WITHIN).includes('%%EOF')

/**
 * Returns the stored form of a document. A picture is reduced to its pixels; a PDF is unchanged. The content of a PDF is not
 * checked, so the PDF is only offered as a download and never shown in the portal.
 * @throws Problem 422 for another type, or a file that is too large
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
