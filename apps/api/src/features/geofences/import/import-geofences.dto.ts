import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { AREA_KINDS, type AreaKind, type AreaShape } from '@roadbook/geo'
import { check, FlagField, OptionalIdField, WholeField } from '../../../http/body-fields.js'
import { Decimal, Fact, OneOf, Text, Whole } from '../../../http/properties.js'
import type { Sentence } from '../../../texts/sentence.js'
import { MAX_REACH_M, MIN_REACH_M, SHAPE } from '../dto/geofence.dto.js'
import { say } from '../texts.js'

/** Maximum length of a file in characters. Such a file fits into a request of the maximum size. */
export const MAX_FILE_LENGTH = 900_000

const isGiven = (value: unknown) => value !== undefined && value !== null

/** Declares the contents of a file, as text. */
const FileField = () =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      nullable: true,
      required: false,
      maxLength: MAX_FILE_LENGTH,
      description: 'The text of a KML, GPX or GeoJSON file; one of `file` and `content` is needed',
    }),
    check((file, { content }) => {
      if (isGiven(content)) return isGiven(file) ? say('import-choose') : undefined
      if (typeof file !== 'string') return say('import-choose')
      if (file.trim() === '') return say('import-empty')
      return file.length > MAX_FILE_LENGTH ? say('import-too-large', { max: MAX_FILE_LENGTH }) : undefined
    }),
  )

const ContentField = () =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      format: 'byte',
      nullable: true,
      required: false,
      maxLength: MAX_FILE_LENGTH,
      description: 'The bytes of a KMZ, KML, GPX or GeoJSON file as base64, in any encoding; also packed by ZIP or gzip',
    }),
    check((content) => {
      if (!isGiven(content)) return undefined
      if (typeof content !== 'string' || !/^[A-Za-z0-9+/\s]*={0,2}\s*$/u.test(content)) return say('import-not-base64')
      return content.length > MAX_FILE_LENGTH ? say('import-too-large', { max: MAX_FILE_LENGTH }) : undefined
    }),
  )

/** Import of places of another system. */
@ApiSchema({ name: 'ImportGeofences' })
export class ImportGeofencesDto {
  @FileField() file?: string | null

  @ContentField() content?: string | null

  @OptionalIdField('business', 'Id of the owning business. Default: the business of the caller')
  business_id?: number | null

  @WholeField({
    min: MIN_REACH_M,
    max: MAX_REACH_M,
    isOptional: true,
    description: 'Reach in metres, for points and lines without a reach in the file',
  })
  reach_m?: number | null

  @FlagField('True if the file has latitude before longitude; ignored for GPX, which names both') latitude_first?: boolean

  @FlagField('True to report what would happen, without changing anything') dry_run?: boolean
}

/** Note that a place with very many points was simplified. */
@ApiSchema({ name: 'ThinnedGeofence' })
export class ThinnedGeofenceDto {
  @Whole({ description: 'Number of points in the file' }) points_before: number
  @Whole({ description: 'Number of points that are kept' }) points: number
  @Decimal({ description: 'Maximum distance by which the edge moved, in metres' }) moved_m: number
}

/** Place of the file that was imported, or that would be imported without a dry run. */
@ApiSchema({ name: 'ImportedGeofence' })
export class ImportedGeofenceDto {
  @Text() name: string
  @OneOf(AREA_KINDS) kind: AreaKind
  @ApiProperty({ ...SHAPE, required: [...SHAPE.required] }) shape: AreaShape
  @Decimal({ nullable: true, description: 'Metres' }) reach_m: number | null
  @ApiProperty({
    type: ThinnedGeofenceDto,
    nullable: true,
    description: 'Result of the simplification; null if all points are kept',
  })
  thinned: ThinnedGeofenceDto | null
}

@ApiSchema({ name: 'RefusedGeofence' })
export class RefusedGeofenceDto {
  @Whole({ description: 'Number of the place in the file, from 1' }) nth: number
  @Text({ description: 'Name in the file; may be empty' }) name: string
  @Text() message: Sentence
}

@ApiSchema({ name: 'GeofenceImport' })
export class GeofenceImportDto {
  @Fact() dry_run: boolean
  @ApiProperty({ type: [ImportedGeofenceDto] }) created: ImportedGeofenceDto[]
  @ApiProperty({ type: [RefusedGeofenceDto], description: 'Refused geofences; the others are created all the same' })
  failed: RefusedGeofenceDto[]
}
