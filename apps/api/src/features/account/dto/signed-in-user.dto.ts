import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { BUSINESS_KINDS, PERMISSIONS, NO_PERMISSIONS } from '@roadbook/contracts'
import { Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { AccountDto } from './account.dto.js'

/** Business that the user may choose. It is their own business or one below it. */
@ApiSchema({ name: 'UserBusiness' })
export class UserBusinessDto {
  @Whole() id: number
  @Text() name: string
  @OneOf(BUSINESS_KINDS) kind: string
  @Fact() show_statistics: boolean
  @Fact() has_customers: boolean
  @Fact() is_oem: boolean
}

/** Role and business of a view as another role. */
@ApiSchema({ name: 'ViewedRole' })
export class ViewedRoleDto {
  @Text({ example: 'dealer' }) role_key: string
  @Whole({ nullable: true, description: 'Null if the view has no business' }) business_id: number | null
  @Text({ nullable: true, description: 'Null if the view has no business' }) business_name: string | null
}

/** Signed-in user: profile, permissions and place in the tree of businesses. */
@ApiSchema({ name: 'SignedInUser' })
export class SignedInUserDto extends AccountDto {
  @Whole() id: number
  @Text({ example: 'Manager' }) role: string
  @Text({ example: 'manager' }) role_key: string
  @Text({
    nullable: true,
    description: 'Nearest vendor or enterprise among the user’s business and its parents; null if there is none',
  })
  sub_vendor_name: string | null
  @Whole({ nullable: true, description: 'Id of the user’s business; null for users above all businesses' }) business_id:
    | number
    | null
  @Text({ nullable: true, description: 'Null for users above all businesses' }) business_name: string | null
  @Whole({ nullable: true, description: 'Nearest department among the user’s business and its parents; null if there is none' })
  department_id: number | null
  @Whole({ nullable: true, description: 'Nearest company among the user’s business and its parents; null if there is none' })
  company_id: number | null
  @Whole({ nullable: true, description: 'Nearest vendor among the user’s business and its parents; null if there is none' })
  vendor_id: number | null
  @Whole({ nullable: true, description: 'Nearest enterprise among the user’s business and its parents; null if there is none' })
  enterprise_id: number | null
  @OneOf(['department', 'company', 'vendor', 'enterprise'], {
    nullable: true,
    description:
      'Kind of the business `parent_id`: the first of department, company, vendor and enterprise that exists among the user’s business and its parents; null if there is none',
  })
  parent: string | null
  @Whole({ nullable: true, description: 'Id of the nearest business of the kind `parent`; null if there is none' }) parent_id:
    | number
    | null
  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...PERMISSIONS, ...NO_PERMISSIONS] },
    description: '["none"] when there is none',
  })
  permissions: string[]
  @ApiProperty({ type: [UserBusinessDto], description: 'The user’s business and those below it, at most 200' })
  businesses: UserBusinessDto[]
  @Whole({ description: 'Number of businesses below the user’s own' }) businesses_below: number
  @Moment({ nullable: true, description: 'Time of the last request; null before the first' }) last_seen_at: string | null
  @ApiProperty({
    type: () => ViewedRoleDto,
    nullable: true,
    description: 'Role as which the user views the portal; null otherwise',
  })
  viewing_as: ViewedRoleDto | null
}
