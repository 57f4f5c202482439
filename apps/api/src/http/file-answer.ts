import { StreamableFile } from '@nestjs/common'
import { folded } from '@roadbook/contracts/peoples-words'
import type { FastifyReply } from 'fastify'

/** A file that was made for an answer. */
export interface MadeFile {
  name: string
  /** Media type. */
  type: string
  content: string | Buffer
}

/** A file as an answer that a browser saves. */
export function fileAnswer(reply: FastifyReply, { name, type, content }: MadeFile): StreamableFile {
  void reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
  return new StreamableFile(Buffer.from(content as string))
}

/** Letters that are no other letter with an accent (ß, Ł, æ), as people write them without, in their case. */
const plain = (letter: string) => (letter === letter.toLowerCase() ? folded(letter) : folded(letter).toUpperCase())

/** Words as a part of a file's name that every system takes: letters without accents, digits and dashes. */
export const forFileName = (words: string): string =>
  words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, plain)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
