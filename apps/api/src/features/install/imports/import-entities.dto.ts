import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { LENGTH_UNITS, type LengthUnit } from '@roadbook/contracts/length-unit'
import { DECIMAL_SIGNS, type DecimalSign } from '@roadbook/contracts/sheet-numbers'
import { Type } from 'class-transformer'
import { IsObject, ValidateIf, ValidateNested } from 'class-validator'
import { FlagField, OptionalIdField, WordField } from '../../../http/body-fields.js'
import { Fact, Text, Whole } from '../../../http/properties.js'
import { says } from '../../../http/validation.js'
import { BadRowDto, ColumnField, CsvField, FirstRowDto, FirstRowsField } from '../../../sheets/index.js'
import { field } from '../../../texts/platform.js'
import { Sentence } from '../../../texts/sentence.js'

/** Column headings by field. A field is listed only if the heading of its column differs from the field's name. */
@ApiSchema({ name: 'EntityColumns' })
export class EntityColumnsDto {
  @ColumnField() name?: string | null
  @ColumnField() short_name?: string | null
  @ColumnField() frame_number?: string | null
  @ColumnField() license_plate?: string | null
  @ColumnField() vehicle_type?: string | null
  @ColumnField() brand?: string | null
  @ColumnField() model?: string | null
  @ColumnField() color?: string | null
  @ColumnField() engine_brand?: string | null
  @ColumnField() engine_model?: string | null
  @ColumnField() power_unit?: string | null
  @ColumnField() odometer_km?: string | null
  @ColumnField() imei?: string | null
  @ColumnField() subscription?: string | null
  @ColumnField() tags?: string | null
  @ColumnField() target_group?: string | null
  @ColumnField() customer_first_name?: string | null
  @ColumnField() customer_last_name?: string | null
  @ColumnField() customer_email?: string | null
  @ColumnField() customer_phone?: string | null
  @ColumnField() customer_address?: string | null
}

/** Sheet of vehicles to import (T-19). */
@ApiSchema({ name: 'ImportEntities' })
export class ImportEntitiesDto {
  @CsvField() csv: string

  @OptionalIdField('business', 'Id of the owning business. Default: the business of the caller')
  business_id?: number | null

  @ApiProperty({ type: EntityColumnsDto, required: false })
  @ValidateIf((_, value) => value !== undefined)
  @Type(() => EntityColumnsDto)
  @ValidateNested(says(field('not-object')))
  @IsObject(says(field('not-object')))
  columns?: EntityColumnsDto

  @FlagField('True to report what would happen, without changing anything') dry_run?: boolean

  @FlagField(
    'True to import also rows whose frame number or license plate another row or vehicle has; otherwise they are refused',
  )
  allow_twins?: boolean

  @WordField(DECIMAL_SIGNS, {
    optional: true,
    description: 'Decimal separator of the odometers, if the column does not show it. With `,` the value `12.345` means 12 345',
  })
  decimal_sign?: DecimalSign

  @WordField(LENGTH_UNITS, {
    optional: true,
    description:
      'Unit of odometers without a unit in the cell. If absent, the unit in the column’s heading applies (`Odometer (mi)`), otherwise km',
  })
  odometer_unit?: LengthUnit
}

@ApiSchema({ name: 'EntityImport' })
export class EntityImportDto {
  @Whole({ nullable: true, description: 'Id for rolling the import back; null if nothing was created' }) import_id: number | null
  @Fact() dry_run: boolean
  @Whole({ description: 'Number of vehicles that were created. In a dry run, the number that would be created' }) created: number
  @ApiProperty({ type: [BadRowDto] }) failed: BadRowDto[]
  @Whole({
    description:
      'Number of refused rows whose only fault is that the vehicle exists already or occurs twice; `allow_twins` imports them',
  })
  twins: number
  @Text({
    nullable: true,
    description:
      'An odometer from the refused rows with an ambiguous decimal separator. `decimal_sign` decides how it is read. Null if there is none',
  })
  unclear_number: string | null
  @FirstRowsField() first_rows: FirstRowDto[]
}

@ApiSchema({ name: 'KeptEntity' })
export class KeptEntityDto {
  @Whole() id: number
  @Text() name: string
  @Text() message: Sentence
}

@ApiSchema({ name: 'EntityImportRollback' })
export class EntityImportRollbackDto {
  @Whole({ description: 'Number of vehicles that were removed' }) removed: number
  @ApiProperty({ type: [KeptEntityDto], description: 'Vehicles that are kept because they were used or changed since' })
  kept: KeptEntityDto[]
}
