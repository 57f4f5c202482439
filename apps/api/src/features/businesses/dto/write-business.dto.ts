import { ApiSchema } from '@nestjs/swagger'
import { BUSINESS_KINDS, type BusinessKind } from '@roadbook/contracts'
import {
  FlagField,
  IdField,
  NullableIdField,
  OptionalEmail,
  OptionalIdField,
  OptionalLine,
  RequiredLine,
  WordField,
} from '../../../http/body-fields.js'

const SUPER_ADMIN = 'only a super admin may set it'

/** Fields of a business. The operation determines its parent and kind. */
@ApiSchema({ name: 'BusinessProperties' })
export class BusinessPropertiesDto {
  @RequiredLine('name', { maxLength: 100 }) name: string

  @OptionalLine('address', { maxLength: 200 }) address?: string | null

  @OptionalLine('postcode', { maxLength: 20 }) postcode?: string | null

  @OptionalLine('city', { maxLength: 100 }) city?: string | null

  @OptionalLine('country', { maxLength: 100 }) country?: string | null

  @OptionalEmail() email?: string | null

  @OptionalLine('phone', { maxLength: 40 }) phone?: string | null

  @FlagField('True if the page of the business shows the counts') show_statistics?: boolean

  @FlagField('True if names and frame numbers of its vehicles are saved in capitals') name_upper?: boolean

  @FlagField(`True for a dealer with customers; ${SUPER_ADMIN}`) has_customers?: boolean

  @FlagField(`True if its users may install devices; ${SUPER_ADMIN}`) can_install_devices?: boolean

  @FlagField(`True if missing vehicles are recovered, also those of the businesses below; ${SUPER_ADMIN}`)
  recovery_contract?: boolean

  @FlagField(`True for a maker of vehicles; ${SUPER_ADMIN}`) is_oem?: boolean
}

/** New business below the one in the path. */
@ApiSchema({ name: 'CreateBusiness' })
export class CreateBusinessDto extends BusinessPropertiesDto {
  @WordField(BUSINESS_KINDS) type: BusinessKind
}

/** New business of a fixed kind. */
@ApiSchema({ name: 'CreateBusinessOfKind' })
export class CreateBusinessOfKindDto extends BusinessPropertiesDto {
  @OptionalIdField('business', 'Id of the parent; null for the root, for super admins only') parent_id?: number | null
}

/** Changes to a business. An absent field stays unchanged. Another parent moves the business with everything below it. */
@ApiSchema({ name: 'UpdateBusiness' })
export class UpdateBusinessDto extends CreateBusinessOfKindDto {}

/** New parent of a business. */
@ApiSchema({ name: 'MoveBusiness' })
export class MoveBusinessDto {
  @NullableIdField('business', 'Id of the parent; null for the root, for super admins only') parent_id: number | null
}

/** Business that takes over everything. */
@ApiSchema({ name: 'MoveEverything' })
export class MoveEverythingDto {
  @IdField('business', 'Id of the business that takes everything over') to: number
}

/** Vendor that becomes a sub-vendor of another vendor. */
@ApiSchema({ name: 'AttachToParent' })
export class AttachToParentDto extends MoveBusinessDto {
  @IdField('vendor', 'Id of the vendor') vendor_id: number
}
