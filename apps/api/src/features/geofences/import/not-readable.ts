import type { Sentence } from '../../../texts/sentence.js'

/** A file of which nothing can be read, and what to do about it. */
export class NotReadable extends Error {
  constructor(readonly sentence: Sentence) {
    super('a file that cannot be read')
  }
}
