import { applyDecorators } from '@nestjs/common'
import { ApiOperation, ApiParam } from '@nestjs/swagger'
import { AnswersOne, AnswersProblems } from '../http/answers.decorator.js'
import { TakesIdempotencyKey } from '../http/once.js'
import { BulkResultDto } from './dto/bulk-result.dto.js'

/** OpenAPI: a change of many rows. */
export const AnswersBulk = () => applyDecorators(TakesIdempotencyKey(), AnswersOne(BulkResultDto), AnswersProblems(400, 409, 422))

/** OpenAPI: the way back of one. */
export const UndoesBulk = () =>
  applyDecorators(
    ApiOperation({ description: 'Takes back one’s own change of the last day, where nobody has changed it again' }),
    ApiParam({ name: 'id', schema: { type: 'integer' } }),
    TakesIdempotencyKey(),
    AnswersOne(BulkResultDto),
    AnswersProblems(404, 409),
  )
