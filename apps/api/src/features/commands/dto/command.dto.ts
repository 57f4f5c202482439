import { ApiSchema } from '@nestjs/swagger'
import { Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'

export const COMMAND_KINDS = ['text', 'locate', 'undo'] as const
export type CommandKind = (typeof COMMAND_KINDS)[number]

export const COMMAND_STATES = ['queued', 'sent', 'acknowledged', 'failed', 'expired', 'cancelled'] as const
export type CommandState = (typeof COMMAND_STATES)[number]

export const COMMAND_FAILURES = ['no_answer', 'refused', 'not_sendable'] as const
export type CommandFailure = (typeof COMMAND_FAILURES)[number]

/** Command to a tracker. It exists from the request until its end. */
@ApiSchema({ name: 'DeviceCommand' })
export class CommandDto {
  @Whole() id: number
  @Whole() device_id: number
  @Whole({ nullable: true, description: 'Id of the vehicle at the time of the request' }) entity_id: number | null
  @OneOf(COMMAND_KINDS, { description: '`undo` reverts a locate ten minutes later' }) kind: CommandKind
  @Text({ nullable: true, description: 'Command in the maker’s format; null until it is chosen for the tracker’s protocol' })
  text: string | null
  @OneOf(COMMAND_STATES) state: CommandState
  @Text({
    nullable: true,
    description: 'Name of the requester; null for the system, or for a user outside the caller’s businesses',
  })
  requested_by: string | null
  @Moment() created_at: string
  @Moment({ description: 'Earliest time of sending' }) not_before: string
  @Moment({ description: 'Latest time of sending' }) expires_at: string
  @Moment({ nullable: true }) sent_at: string | null
  @Moment({ nullable: true }) replied_at: string | null
  @Moment({ nullable: true, description: 'Time of the final state' }) ended_at: string | null
  @Text({ nullable: true, description: 'Answer of the tracker; null also while the location is hidden' }) reply: string | null
  @Fact({
    description:
      'True if the command was sent to a consumer’s vehicle without consent. The answer is hidden because it may contain a location',
  })
  location_hidden: boolean
  @OneOf(COMMAND_FAILURES, { nullable: true }) failure: CommandFailure | null
  @Text({ nullable: true }) failure_detail: string | null
  @Whole({ nullable: true, description: 'Id of the locate that this command reverts' }) undo_of: number | null
}
