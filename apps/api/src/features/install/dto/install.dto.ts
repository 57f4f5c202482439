import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Type } from 'class-transformer'
import { IsEmail, IsIn, IsObject, MaxLength, ValidateIf, ValidateNested } from 'class-validator'
import { LOCALES, type Locale } from '../../../texts/locale.js'
import { IdField, IdsField, isOneOf, OptionalIdField, OptionalLine, RequiredLine, WordField } from '../../../http/body-fields.js'
import { ImeiField } from '../../../http/imei-fields.js'
import { CreateEntityDto } from '../../entities/index.js'
import { field, required } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'
import { say } from '../texts.js'

/** Intended users of a vehicle. */
const USER_TARGETS = ['customer', 'own-use'] as const
const MAX_TAG_GROUPS = 20
/** Message of R-126. */
const INVALID_EMAIL = says(say('email-not-valid'))

/** Customer who gets the vehicle (G-55). E-mail address and phone are for administration only. */
@ApiSchema({ name: 'InstallCustomer' })
export class InstallCustomerDto {
  @RequiredLine('first-name', { maxLength: 100, isName: true }) first_name: string

  @RequiredLine('last-name', { maxLength: 100, isName: true }) last_name: string

  @ApiProperty({ type: 'string', format: 'email', maxLength: 254 })
  @MaxLength(254, INVALID_EMAIL)
  @IsEmail({}, INVALID_EMAIL)
  email: string

  @OptionalLine('phone', { maxLength: 40 }) phone?: string | null

  @OptionalLine('address', { maxLength: 200 }) address?: string | null

  @ApiProperty({
    type: 'string',
    enum: LOCALES,
    required: false,
    description: 'Language of mails to the customer. Default: the language of the caller',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(LOCALES, isOneOf(LOCALES))
  locale?: Locale
}

/** New vehicle together with its tracker. */
@ApiSchema({ name: 'Install' })
export class InstallDto extends CreateEntityDto {
  @ImeiField() imei: string

  @WordField(USER_TARGETS, { required: required('user-target') })
  user_target: (typeof USER_TARGETS)[number]

  @ApiProperty({ type: InstallCustomerDto, required: false, description: 'For a customer; ignored for own use' })
  @ValidateIf(({ user_target, customer }: InstallDto) => user_target === 'customer' || customer !== undefined)
  @ValidateNested(says(field('not-object')))
  @Type(() => InstallCustomerDto)
  @IsObject(says(say('customer-required')))
  customer?: InstallCustomerDto

  @IdsField('tag groups; the vehicle gets their tags', { max: MAX_TAG_GROUPS }) tag_groups?: number[]

  @OptionalIdField('maintenance-plan', 'Id of an active maintenance plan that the vehicle gets')
  maintenance_plan_id?: number | null

  @OptionalIdField('subscription', 'Id of a subscription that is offered to the business, which the vehicle gets from now on')
  subscription_id?: number | null
}

/** Tracker for a vehicle that has none. */
@ApiSchema({ name: 'InstallDevice' })
export class InstallDeviceDto {
  @IdField('entity') entity_id: number

  @ImeiField() imei: string
}
