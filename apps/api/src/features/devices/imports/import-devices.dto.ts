import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Type } from 'class-transformer'
import { IsObject, ValidateIf, ValidateNested } from 'class-validator'
import { FlagField, OptionalIdField } from '../../../http/body-fields.js'
import { Fact, Text, Whole } from '../../../http/properties.js'
import { Sentence } from '../../../texts/sentence.js'
import { field } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'
import { BadRowDto, ColumnField, CsvField, FirstRowDto, FirstRowsField } from '../../../sheets/index.js'

/** Column headings by field. A field is listed only if the heading of its column differs from the field's name. */
@ApiSchema({ name: 'DeviceColumns' })
export class DeviceColumnsDto {
  @ColumnField() imei?: string | null
  @ColumnField() title?: string | null
  @ColumnField() description?: string | null
  @ColumnField() model?: string | null
  @ColumnField() iccid?: string | null
  @ColumnField() firmware_version?: string | null
  @ColumnField() settings_crc?: string | null
  @ColumnField() tracker_id?: string | null
  @ColumnField() utc_offset_minutes?: string | null
  @ColumnField() speed_unit?: string | null
  @ColumnField() bound_protocol?: string | null
  @ColumnField() source_network?: string | null
  @ColumnField() client_certificate?: string | null
}

/** Sheet of devices to import (T-19). */
@ApiSchema({ name: 'ImportDevices' })
export class ImportDevicesDto {
  @CsvField() csv: string

  @OptionalIdField('business', 'Id of the owning business. Default: the business of the caller')
  business_id?: number | null

  @ApiProperty({ type: DeviceColumnsDto, required: false })
  @ValidateIf((_, value) => value !== undefined)
  @Type(() => DeviceColumnsDto)
  @ValidateNested(says(field('not-object')))
  @IsObject(says(field('not-object')))
  columns?: DeviceColumnsDto

  @FlagField('True to report what would happen, without changing anything') dry_run?: boolean
}

@ApiSchema({ name: 'DeviceImport' })
export class DeviceImportDto {
  @Whole({ nullable: true, description: 'Id for rolling the import back; null if nothing was created' }) import_id: number | null
  @Fact() dry_run: boolean
  @Whole({ description: 'Number of devices that were created. In a dry run, the number that would be created' }) created: number
  @Whole({ description: 'Number of IMEIs that wait for proof of possession. In a dry run, the number that would wait' })
  waiting: number
  @ApiProperty({ type: [BadRowDto] }) failed: BadRowDto[]
  @FirstRowsField() first_rows: FirstRowDto[]
}

@ApiSchema({ name: 'KeptDevice' })
export class KeptDeviceDto {
  @Whole() id: number
  @Text() imei: string
  @Text() message: Sentence
}

@ApiSchema({ name: 'DeviceImportRollback' })
export class DeviceImportRollbackDto {
  @Whole({ description: 'Number of devices that were removed' }) removed: number
  @ApiProperty({ type: [KeptDeviceDto], description: 'Devices that are kept because they are in use now' })
  kept: KeptDeviceDto[]
}
