import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Type } from 'class-transformer'
import { ArrayMaxSize, IsArray, IsObject, ValidateIf, ValidateNested } from 'class-validator'
import { FlagField, IdField, OptionalIdField } from '../../../../http/body-fields.js'
import { ImeiField, ImeisField, TrackerIdField } from '../../../../http/imei-fields.js'
import { Fact, Moment, Text, Whole } from '../../../../http/properties.js'
import { says } from '../../../../http/validation.js'
import { BadRowDto, ColumnField, CsvField, FirstRowDto, FirstRowsField } from '../../../../sheets/index.js'
import { field, ids } from '../../../../texts/platform.js'
import { say } from '../../texts.js'

export const MAX_DELIVERED = 5_000

/** Delivery of a tracker to a business. The business may then register the tracker without further proof (G-109). */
@ApiSchema({ name: 'DeviceDelivery' })
export class DeviceDeliveryDto {
  @Whole() id: number
  @Text() imei: string
  @Text({ nullable: true, description: 'Name that the tracker sends if it is not its IMEI; null otherwise' }) tracker_id:
    | string
    | null
  @Whole() business_id: number
  @Text() business_name: string
  @Whole({ nullable: true, description: 'Id of the device that it became; null until then' }) device_id: number | null
  @Text({ nullable: true, description: 'Business that has the device; null otherwise' }) held_by: string | null
  @Text({ nullable: true, description: 'Identifier that the device sends; a delivery does not change it; null if unknown' })
  device_tracker_id: string | null
  @Moment() created_at: string
}

@ApiSchema({ name: 'DeliveredTracker' })
export class DeliveredTrackerDto {
  @ImeiField() imei: string

  @TrackerIdField(
    'Identifier that the tracker sends instead of its IMEI. If absent, the number entered before is kept; null removes it',
  )
  tracker_id?: string | null
}

@ApiSchema({ name: 'DeliverDevices' })
export class DeliverDevicesDto {
  @IdField('business') business_id: number

  @ImeisField({
    max: MAX_DELIVERED,
    none: say('not-imeis'),
    isOptional: true,
    description: 'A tracker that was delivered to another business before belongs to this delivery from now on',
  })
  imeis?: string[]

  @ApiProperty({
    type: [DeliveredTrackerDto],
    maxItems: MAX_DELIVERED,
    required: false,
    description: 'Trackers that send another identifier than their IMEI',
  })
  @ValidateIf((_, value) => value !== undefined)
  @ValidateNested({ each: true })
  @Type(() => DeliveredTrackerDto)
  @ArrayMaxSize(MAX_DELIVERED, says(ids('at-most', { max: MAX_DELIVERED })))
  @IsArray(says(field('not-list')))
  trackers?: DeliveredTrackerDto[]
}

@ApiSchema({ name: 'DeliveredDevices' })
export class DeliveredDevicesDto {
  @Whole({ description: 'Number of IMEIs recorded' }) delivered: number
  @Whole({ description: 'Number of claims that waited for this delivery and are devices now' }) registered: number
  @Whole({ description: 'Number of devices that have another number than the delivered one. They are not changed' })
  differing: number
}

/** Column headings by field. A field is listed only if the heading of its column differs from the field's name. */
@ApiSchema({ name: 'DeliveryColumns' })
export class DeliveryColumnsDto {
  @ColumnField() imei?: string | null
  @ColumnField() tracker_id?: string | null
}

@ApiSchema({ name: 'ImportDeliveries' })
export class ImportDeliveriesDto {
  @CsvField() csv: string

  @OptionalIdField('business', 'Id of the business that received the delivery. Default: the business of the caller')
  business_id?: number | null

  @ApiProperty({ type: DeliveryColumnsDto, required: false })
  @ValidateIf((_, value) => value !== undefined)
  @Type(() => DeliveryColumnsDto)
  @ValidateNested(says(field('not-object')))
  @IsObject(says(field('not-object')))
  columns?: DeliveryColumnsDto

  @FlagField('True to report what would happen, without changing anything') dry_run?: boolean
}

@ApiSchema({ name: 'DeliveryImport' })
export class DeliveryImportDto extends DeliveredDevicesDto {
  @Fact() dry_run: boolean
  @ApiProperty({ type: [BadRowDto] }) failed: BadRowDto[]
  @FirstRowsField() first_rows: FirstRowDto[]
}
