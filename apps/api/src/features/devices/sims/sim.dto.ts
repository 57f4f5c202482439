import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsISO8601, IsInt, Max, Min, ValidateIf } from 'class-validator'
import { OptionalIdField, OptionalLine, WordField } from '../../../http/body-fields.js'
import { IccidField } from '../../../http/imei-fields.js'
import { Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { SIM_STATES } from '../dto/device.dto.js'
import { field } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'
import { say } from '../texts.js'

/** SIM card (G-71). */
@ApiSchema({ name: 'Sim' })
export class SimDto {
  @Whole() id: number
  @Text() iccid: string
  @Text({ nullable: true, description: 'Telephone number; null without one' }) msisdn: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) provider: string | null
  @OneOf(SIM_STATES) status: string
  @Whole() data_used_bytes: number
  @Moment({ nullable: true, description: 'Null if not entered' }) activated_at: string | null
  @Moment({ nullable: true, description: 'Null if not entered' }) expires_at: string | null
  @Whole({ nullable: true, description: 'Id of the device that it is in; null if it is in none' }) device_id: number | null
  @Text({ nullable: true, description: 'IMEI of the device that it is in; null if it is in none' }) imei: string | null
  @Whole() business_id: number
  @Text() business_name: string
  @Moment() created_at: string
  @Moment() updated_at: string
}

const Time = () => (target: object, property: string) => {
  ApiProperty({ type: 'string', format: 'date-time', nullable: true, required: false, description: 'Null for none' })(
    target,
    property,
  )
  ValidateIf((_, value) => value !== undefined && value !== null)(target, property)
  IsISO8601({ strict: true }, says(field('not-time')))(target, property)
}

/** Changes to a SIM. An absent field stays unchanged. */
@ApiSchema({ name: 'WriteSim' })
export class WriteSimDto {
  @IccidField() iccid: string

  @OptionalLine('telephone', {
    maxLength: 21,
    pattern: { matches: /^\+?\d{5,20}$/, sentence: field('not-telephone') },
  })
  msisdn?: string | null

  @OptionalLine('provider', { maxLength: 100 }) provider?: string | null

  @WordField(SIM_STATES, { optional: true })
  status?: (typeof SIM_STATES)[number]

  @ApiProperty({ type: 'number', minimum: 0, required: false })
  @ValidateIf((_, value) => value !== undefined)
  @Max(Number.MAX_SAFE_INTEGER, says(say('not-bytes')))
  @Min(0, says(say('not-bytes')))
  @IsInt(says(say('not-bytes')))
  data_used_bytes?: number

  @Time() activated_at?: string | null

  @Time() expires_at?: string | null

  @OptionalIdField('device', 'Id of the device that it is in; null: in none') device_id?: number | null

  @OptionalIdField('business', 'Id of the owning business. Default: the business of its device, or of the caller')
  business_id?: number | null
}
