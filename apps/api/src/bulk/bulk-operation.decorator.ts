import { ApiOperation, ApiParam } from '@nestjs/swagger'
import { AnswersOne, together } from '../http/answers.decorator.js'
import { TakesIdempotencyKey } from '../http/once.js'
import { BulkResultDto } from './dto/bulk-result.dto.js'

/** OpenAPI: a change of many rows. */
export const AnswersBulk = () => together(AnswersOne(BulkResultDto, 400, 409, 422), TakesIdempotencyKey())

/** OpenAPI: undoing such a change. */
export const UndoesBulk = () =>
  together(
    AnswersOne(BulkResultDto, 404, 409),
    ApiOperation({ description: 'Takes back one’s own change of the last day, where nobody has changed it again' }),
    ApiParam({ name: 'id', schema: { type: 'integer' } }),
    TakesIdempotencyKey(),
  )
