import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Transform } from 'class-transformer'
import { ValidateIf } from 'class-validator'
import {
  check,
  FlagField,
  IdField,
  MomentField,
  NullableIdField,
  OptionalIdField,
  OptionalLine,
  WholeField,
} from '../../../../http/body-fields.js'
import { PageMetaDto } from '../../../../http/page.dto.js'
import { Moment, OneOf, Text, Whole } from '../../../../http/properties.js'
import { AddPhotoDto, PhotoDto } from '../../../../photos/index.js'
import { say } from '../texts.js'
import { METRICS, type Metric } from '../../dto/maintenance-plan.dto.js'

/** Statuses in the lifecycle of a service. */
export const STATUSES = ['open', 'done', 'archived'] as const
/**
 * States of a service. An open service is planned until its planned day has passed. Otherwise it is overdue if its date,
 * odometer or planned day has passed, or else due soon. A service that is not open has its status as its state.
 */
export const STATES = ['overdue', 'due-soon', 'planned', 'done', 'archived'] as const
export type MaintenanceState = (typeof STATES)[number]

@ApiSchema({ name: 'MaintainedEntity' })
export class MaintainedEntityDto {
  @Whole() id: number
  @Text() name: string
  @Text({ nullable: true, description: 'Null if not entered' }) license_plate: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) frame_number: string | null
  @Text() vehicle_type: string
  @Whole() business_id: number
  @Text() business_name: string
}

@ApiSchema({ name: 'DuePlan' })
export class DuePlanDto {
  @Whole() id: number
  @Text() title: string
}

@ApiSchema({ name: 'DueTrigger' })
export class DueTriggerDto {
  @Whole() id: number
  @Text() name: string
  @Whole({ description: 'Interval between two services, in the unit of `metric`' }) value: number
  @OneOf(METRICS) metric: Metric
}

@ApiSchema({ name: 'MaintenanceLeft' })
export class MaintenanceLeftDto {
  @Whole({
    nullable: true,
    description: 'Whole days until the service is due by date; negative if it is overdue; null if the odometer decides',
  })
  days: number | null
  @Whole({
    nullable: true,
    description:
      'Kilometres until the service is due by the odometer; null if there is no such limit, or if the caller may not see the vehicle’s rides (G-106)',
  })
  km: number | null
  @Moment({
    nullable: true,
    description:
      'Forecast of when the service is due by the odometer, from the mean of the last 30 days; null in the same cases as `km`',
  })
  forecast_at: string | null
  @Moment({
    nullable: true,
    description: 'When the odometer was found to have reached the limit; null in the same cases as `km`',
  })
  reached_at: string | null
}

@ApiSchema({ name: 'MaintenanceAssignee' })
export class MaintenanceAssigneeDto {
  @Whole() id: number
  @Text() name: string
}

@ApiSchema({ name: 'MaintenanceCompletion' })
export class MaintenanceCompletionDto {
  @Moment() at: string
  @Whole({ nullable: true, description: 'Odometer as read by the person who did the service; null if not entered' }) odometer_m:
    | number
    | null
  @Text({ nullable: true, description: 'Null if not entered' }) note: string | null
  @Whole({ nullable: true, description: 'In the smallest unit of the currency; null if not entered' }) cost_minor: number | null
  @Text({ nullable: true, description: 'ISO 4217; null if not entered' }) currency: string | null
  @Text({ nullable: true, description: 'User who completed the service; null if the caller may not see that user' }) by:
    | string
    | null
}

@ApiSchema({ name: 'MaintenancePhoto' })
export class MaintenancePhotoDto extends PhotoDto {}

@ApiSchema({ name: 'AddMaintenancePhoto' })
export class AddMaintenancePhotoDto extends AddPhotoDto {}

/** Service that is due, planned or done. */
@ApiSchema({ name: 'MaintenanceNotification' })
export class MaintenanceNotificationDto {
  @Whole() id: number
  @ApiProperty({ type: MaintainedEntityDto }) entity: MaintainedEntityDto
  @ApiProperty({ type: DuePlanDto }) plan: DuePlanDto
  @ApiProperty({ type: DueTriggerDto }) trigger: DueTriggerDto
  @OneOf(STATUSES) status: (typeof STATUSES)[number]
  @OneOf(STATES) state: MaintenanceState
  @Moment({ nullable: true, description: 'When the service is due by date; null if the odometer decides' }) due_at: string | null
  @ApiProperty({ type: MaintenanceLeftDto }) left: MaintenanceLeftDto
  @Moment({ nullable: true, description: 'Time for which the service is planned; null if it is not' }) planned_at: string | null
  @ApiProperty({ type: MaintenanceAssigneeDto, nullable: true, description: 'User who is to do it; null for nobody' })
  assigned_user: MaintenanceAssigneeDto | null
  @ApiProperty({ type: MaintenanceCompletionDto, nullable: true, description: 'Null until the service is done' })
  completed: MaintenanceCompletionDto | null
  @ApiProperty({ type: [MaintenancePhotoDto] }) photos: MaintenancePhotoDto[]
  @Moment() created_at: string
  @Moment() updated_at: string
}

@ApiSchema({ name: 'MaintenanceCounts' })
export class MaintenanceCountsDto {
  @Whole({ description: 'Number of services' }) overdue: number
  @Whole({ description: 'Number of services' }) 'due-soon': number
  @Whole({ description: 'Number of services' }) planned: number
  @Whole({ description: 'Number of services' }) done: number
  @Whole({ description: 'Number of services' }) archived: number
}

@ApiSchema({ name: 'MaintenanceNotificationPageMeta' })
export class MaintenanceNotificationPageMetaDto extends PageMetaDto {
  @ApiProperty({
    type: MaintenanceCountsDto,
    description: 'Number of services by state. Counts all services that the search finds, in any state',
  })
  counts: MaintenanceCountsDto
}

@ApiSchema({ name: 'CreateMaintenanceNotification' })
export class CreateMaintenanceNotificationDto {
  @IdField('entity') entity_id: number

  @IdField('trigger') trigger_id: number

  @MomentField({ isNullable: true, description: 'Time for which the service is planned' }) planned_at?: string | null

  @OptionalIdField('user', 'Id of the user who is to do it') assigned_user_id?: number | null
}

@ApiSchema({ name: 'UpdateMaintenanceNotification' })
export class UpdateMaintenanceNotificationDto {
  @MomentField({ isRequired: true, isNullable: true, description: 'Time for which the service is planned; null for none' })
  planned_at: string | null

  @NullableIdField('user', 'Id of the user who is to do it; null for nobody') assigned_user_id: number | null
}

@ApiSchema({ name: 'PlanMaintenance' })
export class PlanMaintenanceDto {
  @MomentField({ isRequired: true, isNullable: true, description: 'Time for which the service is planned; null for none' })
  planned_at: string | null
}

@ApiSchema({ name: 'AssignMaintenance' })
export class AssignMaintenanceDto {
  @NullableIdField('user', 'Id of the user who is to do it; null for nobody') user_id: number | null
}

const given = (_: unknown, value: unknown) => value !== undefined && value !== null

@ApiSchema({ name: 'CompleteMaintenance' })
export class CompleteMaintenanceDto {
  @MomentField({ isRequired: true, description: 'When it was done; the next interval is counted from then' }) completed_at: string

  @WholeField({ min: 0, max: 10_000_000_000, description: 'Odometer that the vehicle shows, in metres', isOptional: true })
  odometer_m?: number | null

  @OptionalLine('note', { maxLength: 1_000 }) note?: string | null

  @WholeField({ min: 0, max: 1_000_000_000, description: 'In the smallest unit of the currency', isOptional: true })
  cost_minor?: number | null

  @ApiProperty({
    type: 'string',
    nullable: true,
    required: false,
    pattern: '^[A-Z]{3}$',
    description: 'ISO 4217. Default: EUR',
  })
  @Transform(({ value }: { value: unknown }) => (value === '' ? null : value))
  @ValidateIf(given)
  @check((value) => (typeof value === 'string' && isCurrency(value) ? undefined : say('not-currency')))
  currency?: string | null

  @FlagField('True to mail the customer whose vehicle it is') tell_customer?: boolean
}

const isCurrency = (value: string) => /^[A-Z]{3}$/.test(value) && Intl.supportedValuesOf('currency').includes(value)
