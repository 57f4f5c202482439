import { isolated } from '@roadbook/contracts/isolated'
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger'
import type { Locale } from '../texts/locale.js'
import type { Sentence, StoredSentence } from '../texts/sentence.js'
import { type Problem, PROBLEMS } from './problems.js'
import { Text, Whole } from './properties.js'
import { TwinDto } from './twin.dto.js'

/** Declares a property with a sentence code. `shared-problems.ts` writes the list of all features' codes into the document. */
const Code = () => ApiProperty({ allOf: [{ $ref: '#/components/schemas/ProblemCode' }] })
const Values = () =>
  ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Values in `detail`, by name: texts, numbers, lists of them, or sentences with a code of their own',
  })

/** A sentence as a code with values, for machines. */
@ApiSchema({ name: 'ProblemReason' })
class ProblemReasonDto implements StoredSentence {
  @Code() code: string
  @Values() values: Record<string, unknown>
}

/** Body of an error response, as in RFC 9457. */
@ApiSchema({ name: 'Problem' })
@ApiExtraModels(ProblemReasonDto, TwinDto)
export class ProblemDto {
  @Text({ description: 'A stable address that names the kind of problem', example: '/problems/validation' }) type: string
  @Text({ description: 'Kind of problem, in the language of Accept-Language: nl, en, de or fr' }) title: string
  @Whole({ description: 'HTTP status' }) status: number
  @Text({ description: 'Explanation of the error, in the language of the title' }) detail: string
  @Code() code: string
  @Values() values: Record<string, unknown>
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: 'Messages by field, in the same language',
  })
  errors?: Record<string, string[]>
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'array', items: { $ref: getSchemaPath(ProblemReasonDto) } },
    description: 'The codes of these messages, in their order',
  })
  reasons?: Record<string, ProblemReasonDto[]>
  @ApiPropertyOptional({ type: 'string', description: 'The missing permission' }) permission?: string
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'Number of objects that prevent the action, by kind',
  })
  counts?: Record<string, number>
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Id of a deleted object that prevents the action and can be restored instead',
  })
  restorable_id?: number
  @ApiPropertyOptional({
    type: 'array',
    items: { $ref: getSchemaPath(TwinDto) },
    description: 'Vehicles that already have the same number. With `allow_twin`, the vehicle is saved anyway',
  })
  twins?: readonly TwinDto[]
  @Text() request_id: string
}

/** Returns a problem in a language. */
export function toProblemBody({ kind, sentence, details }: Problem, requestId: string, locale: Locale): ProblemDto {
  const { status, type, title } = PROBLEMS[kind]
  const { errors, permission, counts, restorableId, twins } = details
  const byField = <T>(show: (sentence: Sentence) => T) =>
    Object.fromEntries(Object.entries(errors ?? {}).map(([field, all]) => [field, all.map(show)]))
  return {
    type,
    title: title.in(locale),
    status,
    detail: sentence.in(locale, isolated),
    ...sentence.stored(),
    ...(errors ? { errors: byField((one) => one.in(locale, isolated)), reasons: byField((one) => one.stored()) } : {}),
    ...(permission ? { permission } : {}),
    ...(counts ? { counts } : {}),
    ...(restorableId === undefined ? {} : { restorable_id: restorableId }),
    ...(twins ? { twins } : {}),
    request_id: requestId,
  }
}
