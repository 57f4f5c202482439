import { ApiSchema } from '@nestjs/swagger'
import { BUSINESS_KINDS } from '@roadbook/contracts'
import { PersonDto } from '../../../http/person.dto.js'
import { Moment, OneOf, Text, Whole } from '../../../http/properties.js'

/** Outcome for the account at the identity provider. */
export const ACCOUNT_STATES = ['made', 'existing', 'elsewhere'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** User as seen by those who manage users. */
@ApiSchema({ name: 'User' })
export class UserDto extends PersonDto {
  @Whole() id: number
  @Text({ description: 'First and last name' }) name: string
  @Text({ nullable: true, description: 'Second telephone number; null if not entered' }) telephone: string | null
  @Text({ example: 'Dealer' }) role: string
  @Text({ example: 'dealer' }) role_key: string
  @Whole({ nullable: true, description: 'Id of the business; null for a super admin' }) business_id: number | null
  @Text({ nullable: true, description: 'Null if the user has no business' }) business_name: string | null
  @OneOf(BUSINESS_KINDS, { nullable: true, description: 'Null if the user has no business' }) business_kind: string | null
  @Text({
    nullable: true,
    description: 'Nearest vendor or enterprise among the user’s business and its parents; null if there is none',
  })
  sub_vendor_name: string | null
  @Moment({ nullable: true, description: 'Last use of the portal; null if the user has never signed in' }) last_seen_at:
    | string
    | null
  @Moment() created_at: string
  @Moment() updated_at: string
  @Moment({ nullable: true, description: 'Null unless it was deleted' }) deleted_at: string | null
}

/** Temporary password. It is shown once and not stored. */
@ApiSchema({ name: 'TemporaryPassword' })
export class TemporaryPasswordDto {
  @Text({
    nullable: true,
    description: 'Temporary password, to be changed at the first sign-in; null if the account has its own password',
  })
  temporary_password: string | null
  @Moment({ nullable: true, description: 'Expiry of the password, if the provider sets one; null otherwise' })
  temporary_password_expires_at: string | null
}

@ApiSchema({ name: 'NewUser' })
export class NewUserDto extends UserDto {
  @OneOf(ACCOUNT_STATES, {
    description:
      '`made`: the account was created with the temporary password. `existing`: the person already had an account. `elsewhere`: accounts are not created here',
  })
  account: AccountState
  @Text({
    nullable: true,
    description: 'Temporary password, returned only once; it must be changed at the first sign-in; null otherwise',
  })
  temporary_password: string | null
  @Moment({ nullable: true, description: 'Expiry of the password, if the provider sets one; null otherwise' })
  temporary_password_expires_at: string | null
  @Text({ nullable: true, description: 'Id of the job that mails the invitation; null if none is mailed' }) invitation_job:
    | string
    | null
}

@ApiSchema({ name: 'Invitation' })
export class InvitationDto extends TemporaryPasswordDto {
  @Text({ description: 'Id of the job that sends the mail' }) invitation_job: string
}

@ApiSchema({ name: 'ResetLink' })
export class ResetLinkDto {
  @Text({ nullable: true, description: 'Link that works once; null if it is sent only by mail' }) url: string | null
  @Moment({ nullable: true, description: 'Expiry of the link; null if the identity provider mails its own link' }) expires_at:
    | string
    | null
  @Text({
    nullable: true,
    description: 'Id of the job that sends the mail; null if the identity provider sent it, or if no mail was requested',
  })
  mail_job: string | null
}
