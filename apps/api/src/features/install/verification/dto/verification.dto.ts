import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Fact, Moment, OneOf, Text, Whole } from '../../../../http/properties.js'
import { DeviceClockDto } from '../../../device-clock/index.js'
import {
  type Cause,
  CAUSES,
  CHECK_STATES,
  type CheckName,
  CHECKS,
  type CheckState,
  VERIFICATION_STATES,
  type VerificationState,
} from '../checks.js'

@ApiSchema({ name: 'InstallationCheck' })
export class InstallationCheckDto {
  @OneOf(CHECKS) name: CheckName
  @OneOf(CHECK_STATES, { description: '`unreported`: this tracker does not report it, so it does not prevent anything' })
  state: CheckState
  @Moment({ nullable: true, description: 'Arrival of the data with which the check passed; null before' }) passed_at:
    | string
    | null
  @OneOf(CAUSES, { nullable: true, description: 'Why it is suspect; null otherwise' }) cause: Cause | null
}

/** State of an installation (G-57). It reveals no location, so it needs no consent. */
@ApiSchema({ name: 'InstallationVerification' })
export class VerificationDto {
  @Whole() entity_id: number
  @Text() entity_name: string
  @Text({ nullable: true, description: 'Null if not entered' }) license_plate: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) frame_number: string | null
  @Text() business_name: string
  @Text() imei: string
  @Moment() installed_at: string
  @Text({ nullable: true, description: 'Name of the user; null if the caller may not see that user' }) installed_by: string | null
  @OneOf(VERIFICATION_STATES) state: VerificationState
  @Moment({ nullable: true, description: 'Time when the last check passed, which never changes again; null before' })
  verified_at: string | null
  @Whole({ description: 'Seconds from the installation to now, or until it was verified' }) waited_s: number
  @Whole({ description: 'Seconds without an update' }) silent_s: number
  @Fact({ description: 'True if the tracker comes from a customer’s vehicle: its data stays hidden until the move is proved' })
  must_show_move: boolean
  @Fact({
    description:
      'True for a customer’s vehicle if the installation was more than an hour ago. The state of its tracker is then hidden, and no check fails',
  })
  location_hidden: boolean
  @Fact({
    description: 'True if the installation was not verified within 5 minutes: the tracker is wrongly connected or defective',
  })
  is_overdue: boolean
  @OneOf(CAUSES, { nullable: true, description: 'Cause of the first suspect check; null otherwise' }) cause: Cause | null
  @ApiProperty({
    type: () => DeviceClockDto,
    nullable: true,
    description: 'Error of the tracker’s clock, until the installation is verified; null without one',
  })
  clock: DeviceClockDto | null
  @ApiProperty({ type: () => [InstallationCheckDto], description: 'Checks in their order' })
  checks: InstallationCheckDto[]
}

/** Installation that is not verified. */
@ApiSchema({ name: 'UnverifiedInstallation' })
export class UnverifiedDto {
  @Whole() entity_id: number
  @Text() entity_name: string
  @Text({ nullable: true, description: 'Null if not entered' }) license_plate: string | null
  @Text() business_name: string
  @Text() imei: string
  @Moment() installed_at: string
  @OneOf(CAUSES, { nullable: true, description: 'Most likely cause; null if messages have only just begun' })
  cause: Cause | null
}
