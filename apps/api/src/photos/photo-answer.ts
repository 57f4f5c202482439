import { applyDecorators } from '@nestjs/common'
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import type { PhotoFile } from './photo.js'
import { PHOTO_TYPES, type PhotoType } from './picture.js'

/** Describes a handler that answers a photo of one of these types. */
export const AnswersPhoto = (...types: readonly PhotoType[]) =>
  applyDecorators(
    ApiProduces(...(types.length > 0 ? types : PHOTO_TYPES)),
    ApiOkResponse({ schema: { type: 'string', format: 'binary' } }),
  )

/** Answers a photo as a file of its own: no browser shows it as a part of a page. */
export function answerPhoto(reply: FastifyReply, { name, type, content }: PhotoFile): Buffer {
  void reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
  return content
}
