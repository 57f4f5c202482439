import type { Sentence } from '../../../texts/sentence.js'

/** File that cannot be read, with a message that says what to do. */
export class NotReadable extends Error {
  constructor(readonly sentence: Sentence) {
    super('a file that cannot be read')
  }
}
