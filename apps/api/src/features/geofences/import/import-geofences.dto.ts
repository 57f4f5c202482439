import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { AREA_KINDS, type AreaKind, type AreaShape } from '@roadbook/geo'
import { IsNotEmpty, IsString, MaxLength } from 'class-validator'
import { FlagField, OptionalIdField, WholeField } from '../../../http/body-fields.js'
import { Decimal, Fact, OneOf, Text, Whole } from '../../../http/properties.js'
import { says } from '../../../http/validation.js'
import type { Sentence } from '../../../texts/sentence.js'
import { MAX_REACH_M, MIN_REACH_M, SHAPE } from '../dto/geofence.dto.js'
import { say } from '../texts.js'

/** Within what a request may hold. */
export const MAX_FILE_LENGTH = 900_000

const FileField = () =>
  applyDecorators(
    ApiProperty({ type: 'string', maxLength: MAX_FILE_LENGTH, description: 'What stands in a GeoJSON or KML file' }),
    MaxLength(MAX_FILE_LENGTH, says(say('import.too-large', { max: MAX_FILE_LENGTH }))),
    IsNotEmpty(says(say('import.choose'))),
    IsString(says(say('import.choose'))),
  )

/** Places of another system. */
@ApiSchema({ name: 'ImportGeofences' })
export class ImportGeofencesDto {
  @FileField() file: string

  @OptionalIdField('business', 'Id of the business whose they are; the caller’s unless told otherwise')
  business_id?: number | null

  @WholeField({
    ...{ min: MIN_REACH_M, max: MAX_REACH_M, isOptional: true },
    description: 'Metres, for points and lines of which the file does not say how far they reach',
  })
  reach_m?: number | null

  @FlagField('Say what would become of it, and change nothing') dry_run?: boolean
}

/** What a place of the file is, or would be. */
@ApiSchema({ name: 'ImportedGeofence' })
export class ImportedGeofenceDto {
  @Text() name: string
  @OneOf(AREA_KINDS) kind: AreaKind
  @ApiProperty({ ...SHAPE, required: [...SHAPE.required] }) shape: AreaShape
  @Decimal({ nullable: true, description: 'Metres' }) reach_m: number | null
}

@ApiSchema({ name: 'RefusedGeofence' })
export class RefusedGeofenceDto {
  @Whole({ description: 'Which place of the file, from 1' }) nth: number
  @Text({ description: 'As the file calls it; may be empty' }) name: string
  @Text() message: Sentence
}

@ApiSchema({ name: 'GeofenceImport' })
export class GeofenceImportDto {
  @Fact() dry_run: boolean
  @ApiProperty({ type: [ImportedGeofenceDto] }) created: ImportedGeofenceDto[]
  @ApiProperty({ type: [RefusedGeofenceDto], description: 'The others are made all the same' }) failed: RefusedGeofenceDto[]
}
