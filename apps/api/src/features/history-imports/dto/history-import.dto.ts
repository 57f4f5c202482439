import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Fact, ListOf, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { Sentence } from '../../../texts/sentence.js'
import { COLUMNS, type ColumnName, FORMATS, type Format, SPEED_UNITS, type SpeedUnit } from '../files/history-file.js'

/**
 * States of an import. Its positions are sent to the consumer processes (`sending`), which then compute the trips
 * (`computing`). An undone import stays in the list.
 */
export const HISTORY_IMPORT_STATES = ['sending', 'computing', 'done', 'undoing', 'undone'] as const
export type State = (typeof HISTORY_IMPORT_STATES)[number]

/** Import of a vehicle's earlier rides from a file. */
@ApiSchema({ name: 'HistoryImport' })
export class HistoryImportDto {
  @Whole() id: number
  @Whole({ description: 'Id of the vehicle' }) entity_id: number
  @Text({ description: 'Name of the vehicle; if it is at another business now, its name at the import' }) entity_name: string
  @Whole() business_id: number
  @Text() business_name: string
  @Text() file_name: string
  @OneOf(FORMATS) format: Format
  @OneOf(HISTORY_IMPORT_STATES, {
    description:
      'sending: positions are sent to the consumers; computing: consumers compute the trips; undoing: positions and trips are being removed',
  })
  state: State
  @Whole({ description: 'Number of positions that the import takes' }) points: number
  @Whole({ description: 'Number of these positions that are stored so far' }) stored: number
  @Whole({ description: 'Number of positions in the file that the import leaves out' }) left_out: number
  @Whole({ description: 'Number of trips found so far' }) trips: number
  @Moment({ description: 'Time of the first position' }) first_at: string
  @Moment({ description: 'Time of the last position' }) last_at: string
  @Text({ nullable: true, description: 'User who imported the file; null if the user was removed' }) user_name: string | null
  @Moment() created_at: string
  @Moment() updated_at: string
  @Moment({ nullable: true, description: 'Time at which the import was done; null before' }) finished_at: string | null
}

/** Reason why positions of a file are left out. */
@ApiSchema({ name: 'LeftOutPositions' })
export class LeftOutPositionsDto {
  @Text({ description: 'Reason, and what helps' }) message: Sentence
  @Whole({ description: 'Number of these positions' }) count: number
  @ListOf('integer', { description: 'The first of them: lines of a CSV or NDJSON, or positions counted in the file, from 1' })
  lines: number[]
}

/** Columns of a CSV, as they were read. */
@ApiSchema({ name: 'HistorySheet' })
export class HistorySheetDto {
  @ListOf('string', { description: 'Headings of the file, in their order' }) heads: string[]
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', nullable: true },
    description: `Heading of the column of each value: ${COLUMNS.join(', ')}. Null if no column has the value`,
  })
  columns: Record<ColumnName, string | null>
  @OneOf(SPEED_UNITS, { description: 'Unit in which the speed was read' }) speed_unit: SpeedUnit
}

/** Contents of a file, and what the import does with them. */
@ApiSchema({ name: 'HistoryImportResult' })
export class HistoryImportResultDto {
  @Fact() dry_run: boolean
  @OneOf(FORMATS) format: Format
  @Whole({ description: 'Number of positions that the import takes, or would take' }) points: number
  @Moment({ nullable: true, description: 'Time of the first of them; null if there are none' }) first_at: string | null
  @Moment({ nullable: true, description: 'Time of the last of them; null if there are none' }) last_at: string | null
  @ApiProperty({ type: [LeftOutPositionsDto], description: 'Positions that are left out, by reason' })
  left_out: LeftOutPositionsDto[]
  @Fact({ description: 'True if the file has times without a zone, which are read in `time_zone`' }) needs_time_zone: boolean
  @ApiProperty({ type: HistorySheetDto, nullable: true, description: 'Null if the file is not a CSV' })
  sheet: HistorySheetDto | null
  @Fact({ description: 'True if this file was imported before. `import` is then that import, and nothing changes' })
  is_known: boolean
  @ApiProperty({ type: HistoryImportDto, nullable: true, description: 'The import; null in a dry run of a new file' })
  import: HistoryImportDto | null
}
