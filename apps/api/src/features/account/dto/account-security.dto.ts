import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'

export const DEVICE_KINDS = ['desktop', 'mobile', 'tablet', 'other'] as const
export type DeviceKind = (typeof DEVICE_KINDS)[number]

/** Browser that the caller is signed in with. */
@ApiSchema({ name: 'AccountSession' })
export class AccountSessionDto {
  @Text() id: string

  @Text({ nullable: true, example: 'Firefox', description: 'Browser; null if the identity provider does not record it' })
  browser: string | null

  @Text({ nullable: true, example: 'Windows', description: 'Operating system; null if it was not recognised' }) system:
    | string
    | null

  @OneOf(DEVICE_KINDS) device: DeviceKind

  @Text({ description: 'IP address that it was last seen at' }) address: string

  @Moment() signed_in_at: string

  @Moment({ description: 'Time of last use, to ten minutes' }) last_seen_at: string

  @Fact({ description: 'True for the session of this request' }) is_current: boolean
}

/** Number of sessions that were ended. */
@ApiSchema({ name: 'EndedSessions' })
export class EndedSessionsDto {
  @Whole({ description: 'Number of sessions that were ended' }) ended: number
}

/** Second factor of the sign-in. */
@ApiSchema({ name: 'SecondFactor' })
export class SecondFactorDto {
  @Moment({ nullable: true, description: 'Time when the second step was set up; null if there is none' }) since: string | null

  @Whole({
    nullable: true,
    description: 'Number of recovery codes left; null if the identity provider has none, or does not report it',
  })
  recovery_codes_left: number | null
}

/** Sign-in methods of the caller. Users change them at the identity provider, which asks for the password itself. */
@ApiSchema({ name: 'AccountSecurity' })
export class AccountSecurityDto {
  @Fact({
    description:
      'False if Roadbook has no access to the identity provider. Users then change their password and second step at the provider',
  })
  is_kept_here: boolean

  @ApiProperty({
    type: () => SecondFactorDto,
    nullable: true,
    description: 'Second step of the sign-in; null while the password is enough',
  })
  second_factor: SecondFactorDto | null
}
