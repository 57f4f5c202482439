import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Type } from 'class-transformer'
import { IsNotEmpty, IsObject, IsString, MaxLength, ValidateIf, ValidateNested } from 'class-validator'
import { FlagField, OptionalIdField, OptionalLine } from '../../../http/body-fields.js'
import { Fact, Text, Whole } from '../../../http/properties.js'
import { Sentence } from '../../../texts/sentence.js'
import { field } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'
import { say } from '../texts.js'

/** Characters; the body's limit is above. */
const MAX_CSV_LENGTH = 900_000
const Column = () => OptionalLine('column', { maxLength: 100, description: 'Head of the column that holds it' })

/** Which column holds what, where its head is not the field's own name. */
@ApiSchema({ name: 'DeviceColumns' })
export class DeviceColumnsDto {
  @Column() imei?: string | null
  @Column() title?: string | null
  @Column() description?: string | null
  @Column() model?: string | null
  @Column() iccid?: string | null
  @Column() firmware_version?: string | null
  @Column() settings_crc?: string | null
  @Column() bound_protocol?: string | null
  @Column() source_network?: string | null
  @Column() client_certificate?: string | null
}

/** T-19: a sheet of devices. */
@ApiSchema({ name: 'ImportDevices' })
export class ImportDevicesDto {
  @ApiProperty({
    type: 'string',
    maxLength: MAX_CSV_LENGTH,
    description: 'With a head line; columns parted by comma, semicolon or tab',
  })
  @MaxLength(MAX_CSV_LENGTH, says(say('file-too-large')))
  @IsNotEmpty(says(say('choose-file')))
  @IsString(says(say('choose-file')))
  csv: string

  @OptionalIdField('business', 'Id of the business whose they are; the caller’s unless told otherwise')
  business_id?: number | null

  @ApiProperty({ type: DeviceColumnsDto, required: false })
  @ValidateIf((_, value) => value !== undefined)
  @Type(() => DeviceColumnsDto)
  @ValidateNested(says(field('not-object')))
  @IsObject(says(field('not-object')))
  columns?: DeviceColumnsDto

  @FlagField('Say what would happen, and change nothing') dry_run?: boolean
}

@ApiSchema({ name: 'BadRow' })
export class BadRowDto {
  @Whole({ description: 'Line of the file; the head is 1' }) row: number
  @Text() field: string
  @Text() message: Sentence
}

@ApiSchema({ name: 'DeviceImport' })
export class DeviceImportDto {
  @Whole({ nullable: true, description: 'With this it can be rolled back; null when nothing was made' }) import_id: number | null
  @Fact() dry_run: boolean
  @Whole({ description: 'Devices that were made, or would be' }) created: number
  @Whole({ description: 'IMEIs that wait until possession is shown, or would' }) waiting: number
  @ApiProperty({ type: [BadRowDto] }) failed: BadRowDto[]
}

@ApiSchema({ name: 'KeptDevice' })
export class KeptDeviceDto {
  @Whole() id: number
  @Text() imei: string
  @Text() message: Sentence
}

@ApiSchema({ name: 'DeviceImportRollback' })
export class DeviceImportRollbackDto {
  @Whole() removed: number
  @ApiProperty({ type: [KeptDeviceDto], description: 'Devices that are in use by now' }) kept: KeptDeviceDto[]
}
