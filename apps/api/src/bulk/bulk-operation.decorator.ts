import { ApiOperation, ApiParam } from '@nestjs/swagger'
import { AnswersOne, together } from '../http/answers.decorator.js'
import { TakesIdempotencyKey } from '../http/once.js'
import { BulkResultDto } from './dto/bulk-result.dto.js'

/** OpenAPI: a change of many rows. */
export const AnswersBulk = () => together(AnswersOne(BulkResultDto, 400, 409, 422), TakesIdempotencyKey())

/** OpenAPI: undoing a change of many rows. */
export const UndoesBulk = (summary: string) =>
  together(
    AnswersOne(BulkResultDto, 404, 409),
    ApiOperation({
      summary,
      description: 'Undoes a change that the caller made within the last day. Leaves out rows that somebody has changed since.',
    }),
    ApiParam({ name: 'id', schema: { type: 'integer' } }),
    TakesIdempotencyKey(),
  )
