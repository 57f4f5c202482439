import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { OneOf, Text, Whole } from '../../http/properties.js'
import { PROBLEMS } from '../../http/problems.js'
import { Sentence } from '../../texts/sentence.js'

const ROW_RESULTS = ['changed', 'unchanged', 'failed'] as const

/** Result for one row. */
@ApiSchema({ name: 'BulkRow' })
export class BulkRowDto {
  @Whole() id: number
  @OneOf(ROW_RESULTS, { description: '`unchanged`: it already was as asked' })
  result: (typeof ROW_RESULTS)[number]
  @OneOf(Object.values(PROBLEMS).map(({ type }) => type), {
    nullable: true,
    description: 'The `type` of the problem that a separate change of this row would return; null unless the row failed',
  })
  reason: string | null
  @Text({ nullable: true, description: 'Reason in the language of the caller; null unless the row failed' })
  message: Sentence | null
}

@ApiSchema({ name: 'BulkResult' })
export class BulkResultDto {
  @Whole({ nullable: true, description: 'Id for undoing the change within a day; null if there is nothing to undo' })
  undo_id: number | null
  @Whole({ description: 'Number of rows that were changed' }) changed: number
  @Whole({ description: 'Number of rows that already were as requested' }) unchanged: number
  @Whole({ description: 'Number of rows that were not changed because of an error' }) failed: number
  @ApiProperty({ type: [BulkRowDto] }) results: BulkRowDto[]
}
