import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger'
import { Text, Whole } from './properties.js'

/** RFC 9457. */
@ApiSchema({ name: 'Problem' })
export class ProblemDto {
  @Text({ description: 'A stable address that names the kind of problem', example: '/problems/validation' })
  type: string
  @Text()
  title: string
  @Whole()
  status: number
  @Text()
  detail: string
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: 'Messages by field',
  })
  errors?: Record<string, string[]>
  @ApiPropertyOptional({ type: 'string', description: 'The permission that is missing' })
  permission?: string
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'How many of what stand in the way',
  })
  counts?: Record<string, number>
  @ApiPropertyOptional({ type: 'integer', description: 'A deleted row that stands in the way and can be restored instead' })
  restorable_id?: number
  @Text()
  request_id: string
}
