import { createHash } from 'node:crypto'
import { Problem } from '../http/problems.js'
import type { Sentence } from '../texts/sentence.js'
import { MAX_PHOTOS, type PhotoDto } from './photo.dto.js'
import { photoIn } from './photo.js'
import type { PhotoType } from './picture.js'

/** A picture that somebody sent, as we keep it. */
export interface SentPhoto {
  type: PhotoType
  content: Buffer
  /** Digest of the bytes that we keep, hexadecimal. */
  sha256: string
}

/** @throws Problem 422 for what is no picture, or too large */
export function sentPhoto(base64: string): SentPhoto {
  const { type, content } = photoIn(base64)
  return { type, content, sha256: createHash('sha256').update(content).digest('hex') }
}

/** The photos of one thing that is locked. */
export interface PhotosOf<Photo> {
  all: () => Promise<Photo[]>
  /** @throws Problem 409 where no further one is wanted */
  assertOpen?: () => void
  /** Adds it as that photo of the thing, from 1 on, and says so in the audit log. */
  add: (place: number) => Promise<void>
  tooMany: Sentence
}

/**
 * Adds a photo to a thing; the same picture sent again is the one that is there already.
 * @throws Problem 409 beyond {@link MAX_PHOTOS}, and where no further one is wanted
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
