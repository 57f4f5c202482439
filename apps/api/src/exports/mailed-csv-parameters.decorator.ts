import { applyDecorators, HttpCode } from '@nestjs/common'
import { ApiAcceptedResponse, ApiExtraModels, ApiQuery, getSchemaPath } from '@nestjs/swagger'
import { AnswersProblems } from '../http/answers.decorator.js'
import { MailedCsvDto } from './dto/mailed-csv.dto.js'

/** OpenAPI: status 202 for a view that is mailed. The parameters are those of the list, the columns and the time zone. */
export const MailedCsvParameters = (columns: readonly string[]) =>
  applyDecorators(
    HttpCode(202),
    ApiQuery({
      name: 'columns',
      required: false,
      type: 'string',
      description: `Columns of the CSV in order, joined by \`,\`. Allowed: ${columns.join(', ')}`,
    }),
    ApiQuery({
      name: 'tz',
      required: false,
      type: 'string',
      description: 'IANA time zone of the times in the CSV. Default: UTC.',
    }),
    ApiExtraModels(MailedCsvDto),
    ApiAcceptedResponse({
      schema: { type: 'object', required: ['data'], properties: { data: { $ref: getSchemaPath(MailedCsvDto) } } },
    }),
    AnswersProblems(409),
  )
