import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsNotEmpty, IsString, MaxLength } from 'class-validator'
import { OptionalLine } from '../http/body-fields.js'
import { Text, Whole } from '../http/properties.js'
import { says } from '../http/validation.js'
import { Sentence } from '../texts/sentence.js'
import { say } from './texts.js'

/** Maximum number of characters. It is below the limit of a request's body. */
const MAX_CSV_LENGTH = 900_000

/** Declares a sheet in a body. */
export const CsvField = () =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      maxLength: MAX_CSV_LENGTH,
      description: 'CSV as spreadsheets write it: a row of headings, and columns separated by comma, semicolon or tab',
    }),
    MaxLength(MAX_CSV_LENGTH, says(say('file-too-large'))),
    IsNotEmpty(says(say('choose-file'))),
    IsString(says(say('choose-file'))),
  )

/** Declares the heading of a field's column. The heading is needed only if it differs from the field's name. */
export const ColumnField = () => OptionalLine('column', { maxLength: 100, description: 'Head of the column with the value' })

@ApiSchema({ name: 'BadRow' })
export class BadRowDto {
  @Whole({ description: 'Row number as in a spreadsheet: the heading is row 1, and empty rows count' }) row: number
  @Text() field: string
  @Text() message: Sentence
}

/** A row as it was read, so that users can check it. */
@ApiSchema({ name: 'FirstRow' })
export class FirstRowDto {
  @Whole({ description: 'Row number as in a spreadsheet: the heading is row 1, and empty rows count' }) row: number

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', nullable: true },
    description:
      'Values by the fields that have a column; null if a value could not be read. An odometer is `odometer_m`, in metres',
  })
  values: Record<string, string | null>
}

export const FirstRowsField = () =>
  ApiProperty({ type: [FirstRowDto], description: 'The first five rows as they were read, bad ones included' })
