import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { AREA_KINDS, type AreaKind, type AreaShape } from '@roadbook/geo'
import { check, FlagField, OptionalIdField, WholeField } from '../../../http/body-fields.js'
import { Decimal, Fact, OneOf, Text, Whole } from '../../../http/properties.js'
import type { Sentence } from '../../../texts/sentence.js'
import { MAX_REACH_M, MIN_REACH_M, SHAPE } from '../dto/geofence.dto.js'
import { say } from '../texts.js'

/** Maximum length of a file in characters, such that it fits into a request of the maximum size. */
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
    description: 'Metres, for points and lines of which the file does not say how far they reach',
  })
  reach_m?: number | null

  @FlagField('The file has latitude before longitude; GPX names them, and is never read so') latitude_first?: boolean

  @FlagField('Say what would become of it, and change nothing') dry_run?: boolean
}

/** Simplification of a place with very many points. */
@ApiSchema({ name: 'ThinnedGeofence' })
export class ThinnedGeofenceDto {
  @Whole({ description: 'Points that the file has' }) points_before: number
  @Whole({ description: 'Points that are kept' }) points: number
  @Decimal({ description: 'Metres that its edge moved, at most' }) moved_m: number
}

/** Place of the file that was imported, or would be. */
@ApiSchema({ name: 'ImportedGeofence' })
export class ImportedGeofenceDto {
  @Text() name: string
  @OneOf(AREA_KINDS) kind: AreaKind
  @ApiProperty({ ...SHAPE, required: [...SHAPE.required] }) shape: AreaShape
  @Decimal({ nullable: true, description: 'Metres' }) reach_m: number | null
  @ApiProperty({ type: ThinnedGeofenceDto, nullable: true, description: 'Null where all points are kept' })
  thinned: ThinnedGeofenceDto | null
}

@ApiSchema({ name: 'RefusedGeofence' })
export class RefusedGeofenceDto {
  @Whole({ description: 'Which place of the file, from 1' }) nth: number
  @Text({ description: 'Name in the file; may be empty' }) name: string
  @Text() message: Sentence
}

@ApiSchema({ name: 'GeofenceImport' })
export class GeofenceImportDto {
  @Fact() dry_run: boolean
  @ApiProperty({ type: [ImportedGeofenceDto] }) created: ImportedGeofenceDto[]
  @ApiProperty({ type: [RefusedGeofenceDto], description: 'The others are made all the same' }) failed: RefusedGeofenceDto[]
}
