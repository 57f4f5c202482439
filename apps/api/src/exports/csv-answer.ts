import type { Readable } from 'node:stream'
import { StreamableFile } from '@nestjs/common'
import type { FastifyReply } from 'fastify'

/** A CSV file as an answer that a browser saves; it leaves as fast as its reader takes it. */
export function csvAnswer(reply: FastifyReply, fileName: string, content: Readable): StreamableFile {
  void reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${fileName}"`)
  return new StreamableFile(content)
}
