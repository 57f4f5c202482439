import type { Sentence } from '../../../texts/sentence.js'

/** Error for a file that cannot be read, with a message that explains what to do. */
export class NotReadable extends Error {
  constructor(readonly sentence: Sentence) {
    super('a file that cannot be read')
  }
}
