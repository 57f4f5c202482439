import { ApiSchema } from '@nestjs/swagger'
import { Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { COMMAND_FAILURES, COMMAND_STATES, type CommandFailure, type CommandState } from './command.dto.js'

export const LOCATE_STATES = ['none', ...COMMAND_STATES] as const

/** Progress of a locate request, which helps to find a nearby vehicle (R-218, G-83). */
@ApiSchema({ name: 'Locate' })
export class LocateDto {
  @Whole({ nullable: true, description: 'Null if nobody has asked yet' }) command_id: number | null
  @OneOf(LOCATE_STATES, { description: '`none`: nobody has asked yet. `failed` and `expired`: try again' })
  state: CommandState | 'none'
  @Moment({ nullable: true, description: 'Null if nobody has asked yet' }) requested_at: string | null
  @Moment({ nullable: true, description: 'Time after which an undelivered locate must be requested again; null otherwise' })
  expires_at: string | null
  @Moment({ nullable: true, description: 'Null until it is sent to the tracker' }) sent_at: string | null
  @Moment({ nullable: true, description: 'Null until the tracker answers' }) acknowledged_at: string | null
  @Moment({ nullable: true, description: 'When Bluetooth is switched off again; null when it is not on' }) on_until: string | null
  @OneOf(COMMAND_FAILURES, { nullable: true, description: 'Null unless it failed' }) failure: CommandFailure | null
  @Text({ nullable: true, description: 'Further explanation in English; null if there is none' }) failure_detail: string | null
}
