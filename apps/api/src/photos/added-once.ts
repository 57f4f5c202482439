import { createHash } from 'node:crypto'
import { Problem } from '../http/problems.js'
import type { Sentence } from '../texts/sentence.js'
import { MAX_PHOTOS, type PhotoDto } from './photo.dto.js'
import { photoIn } from './photo.js'
import type { PhotoType } from './picture.js'

/** A picture that was received, in its stored form. */
export interface SentPhoto {
  type: PhotoType
  content: Buffer
  /** Digest of the stored bytes, as hexadecimal digits. */
  sha256: string
}

/** @throws Problem 422 for a file that is not a picture, or that is too large */
export function sentPhoto(base64: string): SentPhoto {
  const { type, content } = photoIn(base64)
  return { type, content, sha256: createHash('sha256').update(content).digest('hex') }
}

/** The photos of a locked object. */
export interface PhotosOf<Photo> {
  all: () => Promise<Photo[]>
  /** @throws Problem 409 when no more photos are accepted */
  assertOpen?: () => void
  /** Adds the photo with this number and records it in the audit log. The first photo has the number 1. */
  add: (place: number) => Promise<void>
  tooMany: Sentence
}

/**
 * Adds a photo to an object. If the same picture is sent again, returns the existing one.
 * @throws Problem 409 beyond {@link MAX_PHOTOS}, and when no more photos are accepted
 */
export async function addedOnce<Photo extends Pick<PhotoDto, 'sha256'>>(
  { sha256 }: SentPhoto,
  { all, assertOpen, add, tooMany }: PhotosOf<Photo>,
): Promise<Photo> {
  const isSame = (photo: Photo) => photo.sha256 === sha256
  const before = await all()
  const there = before.find(isSame)
  if (there) return there
  assertOpen?.()
  if (before.length >= MAX_PHOTOS) throw new Problem('conflict', tooMany)
  await add(before.length + 1)
  const added = (await all()).find(isSame)
  if (!added) throw new Error('a photo that was just added is not there')
  return added
}
