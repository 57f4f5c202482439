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

const SUPER_ADMIN = 'Only a super admin may say'

/** Fields of a business. The call determines its parent and kind. */
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

  @FlagField('Names and frame numbers of its entities are written in capitals') name_upper?: boolean

  @FlagField(`${SUPER_ADMIN}: a dealer with customers`) has_customers?: boolean

  @FlagField(`${SUPER_ADMIN}: its people may install devices`) can_install_devices?: boolean

  @FlagField(`${SUPER_ADMIN}: missing vehicles are recovered, also of the businesses below`) recovery_contract?: boolean

  @FlagField(`${SUPER_ADMIN}: a maker of vehicles`) is_oem?: boolean
}

/** New business below the one in the path. */
@ApiSchema({ name: 'CreateBusiness' })
export class CreateBusinessDto extends BusinessPropertiesDto {
  @WordField(BUSINESS_KINDS) type: BusinessKind
}

/** New business of a fixed kind. */
@ApiSchema({ name: 'CreateBusinessOfKind' })
export class CreateBusinessOfKindDto extends BusinessPropertiesDto {
  @OptionalIdField('business', 'Null: at the root, for a super admin') parent_id?: number | null
}

/** Changes to a business. An absent field stays unchanged; another parent moves it with everything below. */
@ApiSchema({ name: 'UpdateBusiness' })
export class UpdateBusinessDto extends CreateBusinessOfKindDto {}

/** New parent of a business. */
@ApiSchema({ name: 'MoveBusiness' })
export class MoveBusinessDto {
  @NullableIdField('business', 'Null: at the root, for a super admin') parent_id: number | null
}

/** Business that takes over everything. */
@ApiSchema({ name: 'MoveEverything' })
export class MoveEverythingDto {
  @IdField('business', 'Id of the business that takes everything over') to: number
}

/** Vendor that becomes a sub-vendor of another one. */
@ApiSchema({ name: 'AttachToParent' })
export class AttachToParentDto extends MoveBusinessDto {
  @IdField('vendor', 'Id of the vendor') vendor_id: number
}
