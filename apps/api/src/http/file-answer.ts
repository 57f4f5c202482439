import { StreamableFile } from '@nestjs/common'
import { folded } from '@roadbook/contracts/peoples-words'
import type { FastifyReply } from 'fastify'

/** A file to send as a response. */
export interface MadeFile {
  name: string
  /** Media type. */
  type: string
  content: string | Buffer
}

/** Sends a file for a browser to save. */
export function fileAnswer(reply: FastifyReply, { name, type, content }: MadeFile): StreamableFile {
  void reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
  return new StreamableFile(Buffer.from(content as string))
}

/** Replaces a special letter (ß, Ł, æ) by its usual spelling in base letters, and keeps the case. */
const plain = (letter: string) => (letter === letter.toLowerCase() ? folded(letter) : folded(letter).toUpperCase())

/** Turns text into a part of a file name that every system accepts: letters without accents, digits and dashes. */
export const forFileName = (words: string): string =>
  words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, plain)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
