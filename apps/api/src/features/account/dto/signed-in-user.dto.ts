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
  @Whole({ nullable: true }) business_id: number | null
  @Text({ nullable: true }) business_name: string | null
}

/** Signed-in user: profile, permissions and place in the tree of businesses. */
@ApiSchema({ name: 'SignedInUser' })
export class SignedInUserDto extends AccountDto {
  @Whole() id: number
  @Text({ example: 'Manager' }) role: string
  @Text({ example: 'manager' }) role_key: string
  @Text({ nullable: true, description: 'The nearest vendor or enterprise on the path of the own business' })
  sub_vendor_name: string | null
  @Whole({ nullable: true }) business_id: number | null
  @Text({ nullable: true }) business_name: string | null
  @Whole({ nullable: true }) department_id: number | null
  @Whole({ nullable: true }) company_id: number | null
  @Whole({ nullable: true }) vendor_id: number | null
  @Whole({ nullable: true }) enterprise_id: number | null
  @OneOf(['department', 'company', 'vendor', 'enterprise'], { nullable: true }) parent: string | null
  @Whole({ nullable: true }) parent_id: number | null
  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...PERMISSIONS, ...NO_PERMISSIONS] },
    description: '["none"] when there is none',
  })
  permissions: string[]
  @ApiProperty({ type: [UserBusinessDto], description: 'The own business and those below it, at most 200' })
  businesses: UserBusinessDto[]
  @Whole({ description: 'Number of businesses below the user’s own' }) businesses_below: number
  @Moment({ nullable: true }) last_seen_at: string | null
  @ApiProperty({
    type: () => ViewedRoleDto,
    nullable: true,
    description: 'Role as which the user views the portal; null otherwise',
  })
  viewing_as: ViewedRoleDto | null
}
