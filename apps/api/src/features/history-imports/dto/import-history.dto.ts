import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Type } from 'class-transformer'
import { IsObject, ValidateIf, ValidateNested } from 'class-validator'
import { check, FlagField, IdField, RequiredLine, WordField } from '../../../http/body-fields.js'
import { ZoneName } from '../../../http/time-zone.js'
import { says } from '../../../http/validation.js'
import { ColumnField } from '../../../sheets/index.js'
import { field } from '../../../texts/platform.js'
import { MOST_BYTES } from '../files/read-file.js'
import { MOST_POINTS, SPEED_UNITS, type SpeedUnit } from '../files/history-file.js'
import { say } from '../texts.js'

/**
 * Maximum length of a file as base64, in characters. Even a slow connection sends such a file within the time limit of a
 * request.
 */
export const MAX_CONTENT_LENGTH = 4_000_000

const ContentField = () =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      format: 'byte',
      minLength: 1,
      maxLength: MAX_CONTENT_LENGTH,
      description: `The bytes of a GPX, KML, CSV or NDJSON file as base64, plain or compressed with gzip: at most ${MOST_BYTES / 1_000_000} MB when unpacked, and ${MOST_POINTS} positions`,
    }),
    check((content) => {
      if (typeof content !== 'string' || content === '') return say('choose-file')
      if (content.length > MAX_CONTENT_LENGTH) return say('too-large', { max: MAX_CONTENT_LENGTH / 1_000_000 })
      return /^[A-Za-z0-9+/]*={0,2}$/u.test(content) ? undefined : say('not-base64')
    }),
  )

const ZoneField = () =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      required: false,
      nullable: true,
      description: 'Time zone of times without a zone, such as Europe/Amsterdam. Null or absent for UTC',
    }),
    ZoneName((value) => value === undefined || value === null),
  )

/** Headings of a CSV, by value. An absent one is guessed; null means that no column has the value. */
@ApiSchema({ name: 'HistoryColumns' })
export class HistoryColumnsDto {
  @ColumnField() latitude?: string | null
  @ColumnField() longitude?: string | null
  @ColumnField() time?: string | null
  @ColumnField() date?: string | null
  @ColumnField() speed?: string | null
  @ColumnField() altitude?: string | null
  @ColumnField() heading?: string | null
  @ColumnField() ignition?: string | null
}

/** File with the earlier rides of one vehicle. */
@ApiSchema({ name: 'ImportHistory' })
export class ImportHistoryDto {
  @IdField('entity', 'Id of the vehicle') entity_id: number

  @RequiredLine('file-name', { maxLength: 200, description: 'Name of the file, for the list of imports' }) file_name: string

  @ContentField() content: string

  @ZoneField() time_zone?: string | null

  @ApiProperty({ type: HistoryColumnsDto, required: false })
  @ValidateIf((_, value) => value !== undefined)
  @Type(() => HistoryColumnsDto)
  @ValidateNested(says(field('not-object')))
  @IsObject(says(field('not-object')))
  columns?: HistoryColumnsDto

  @WordField(SPEED_UNITS, {
    optional: true,
    description: 'Unit of the speed in a CSV. Default: as the heading says, otherwise km/h',
  })
  speed_unit?: SpeedUnit

  @FlagField('True to report what would happen, without changing anything') dry_run?: boolean
}
