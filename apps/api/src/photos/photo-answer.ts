import { applyDecorators } from '@nestjs/common'
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import type { PhotoFile } from './photo.js'
import { PHOTO_TYPES, type PhotoType } from './picture.js'

/** Describes a handler that returns a photo of one of these types. */
export const AnswersPhoto = (...types: readonly PhotoType[]) =>
  applyDecorators(
    ApiProduces(...(types.length > 0 ? types : PHOTO_TYPES)),
    ApiOkResponse({ schema: { type: 'string', format: 'binary' } }),
  )

/** Sends a photo as a separate file. Browsers do not show it as part of a page. */
export function answerPhoto(reply: FastifyReply, { name, type, content }: PhotoFile): Buffer {
  void reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
  return content
}
