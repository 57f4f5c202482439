import type { Readable } from 'node:stream'
import { StreamableFile } from '@nestjs/common'
import type { FastifyReply } from 'fastify'

/** Sends a CSV file for a browser to save, as fast as the browser reads it. */
export function csvAnswer(reply: FastifyReply, fileName: string, content: Readable): StreamableFile {
  void reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${fileName}"`)
  return new StreamableFile(content)
}
