import { Body, Controller, Get, Post } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { invalid } from '../../../http/problems.js'
import { Asked, readQuery } from '../../../http/query-parameters.js'
import { Creates } from '../../../http/routes.decorator.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import { ResourceController } from '../../../resources/index.js'
import { ids } from '../../../texts/platform.js'
import {
  AssignMaintenanceDto,
  CompleteMaintenanceDto,
  CreateMaintenanceNotificationDto,
  MaintenanceAssigneeDto,
  MaintenanceNotificationDto,
  PlanMaintenanceDto,
  UpdateMaintenanceNotificationDto,
} from './dto/notification.dto.js'
import { type AskedState, MAINTENANCE_NOTIFICATION_LIST } from './notification-list.js'
import { NotificationsService } from './notifications.service.js'

const INT4_MAX = 2_147_483_647

/** Reads the query parameter `entity_id`. An id that is too large for the database column is treated as an unknown id. */
function askedEntity(query: Record<string, unknown>): number | undefined {
  const { entity_id } = readQuery(query, ['entity_id'])
  if (entity_id === undefined) return undefined
  if (!/^[1-9]\d{0,9}$/.test(entity_id)) throw invalid({ entity_id: [ids('entity')] })
  return Math.min(Number(entity_id), INT4_MAX)
}

@ApiTags('Maintenance')
@Controller('maintenance-notifications')
export class NotificationsController extends ResourceController(MAINTENANCE_NOTIFICATION_LIST, NotificationsService, {
  thing: 'maintenance-notification',
  singular: 'a service',
  writes: 'manage:maintenance',
  create: {
    body: CreateMaintenanceNotificationDto,
    description: 'Requests a service before it is due. A vehicle has at most one open service for each trigger.',
    problems: [409],
  },
  update: { body: UpdateMaintenanceNotificationDto, problems: [409], description: 'Changes the given fields of a service.' },
  delete: {
    problems: [409],
    description: 'Deletes a service. If the service is still due, it is opened again. To skip it, archive it instead.',
  },
}) {
  @Get('assignees')
  @RequirePermission('read:information')
  @ApiOperation({
    summary: 'List possible assignees of services',
    description: 'Lists the people who can see the vehicle and may be asked to do the service.',
  })
  @ApiQuery({ name: 'entity_id', required: false, schema: { type: 'integer' }, description: 'Id of the vehicle' })
  @AnswersAll(MaintenanceAssigneeDto, 422)
  async assignees(@CurrentCaller() caller: Caller, @Asked(askedEntity) entityId: number | undefined) {
    return { data: await this.service.assignees(caller, entityId) }
  }

  @Post(':id/plan')
  @RequirePermission('manage:maintenance')
  @ApiOperation({ summary: 'Plan a service', description: 'Sets the day on which a service is planned.' })
  @AnswersOne(MaintenanceNotificationDto, 400, 409, 422)
  async plan(@By() by: Acting, @PathId('maintenance-notification') id: number, @Body() { planned_at }: PlanMaintenanceDto) {
    return { data: await this.service.plan(by, id, planned_at) }
  }

  @Post(':id/assign')
  @RequirePermission('manage:maintenance')
  @ApiOperation({ summary: 'Assign a service', description: 'Assigns a service to a person, or to nobody.' })
  @AnswersOne(MaintenanceNotificationDto, 400, 409, 422)
  async assign(@By() by: Acting, @PathId('maintenance-notification') id: number, @Body() { user_id }: AssignMaintenanceDto) {
    return { data: await this.service.assign(by, id, user_id) }
  }

  @Post(':id/complete')
  @RequirePermission('manage:maintenance')
  @ApiOperation({
    summary: 'Complete a service',
    description: 'Marks a service as completed. The next interval starts from then.',
  })
  @Creates(MaintenanceNotificationDto, 409)
  async complete(@By() by: Acting, @PathId('maintenance-notification') id: number, @Body() body: CompleteMaintenanceDto) {
    return { data: await this.service.complete(by, id, body) }
  }

  @Post(':id/archive')
  @RequirePermission('manage:maintenance')
  @ApiOperation({
    summary: 'Archive a service',
    description: 'Hides a service. If it was not completed it is skipped, and its next interval starts now.',
  })
  @AnswersOne(MaintenanceNotificationDto)
  async archive(@By() by: Acting, @PathId('maintenance-notification') id: number) {
    return { data: await this.service.archive(by, id) }
  }

  @Post(':id/reopen')
  @RequirePermission('manage:maintenance')
  @ApiOperation({
    summary: 'Reopen a service',
    description: 'Reverts the completion of a service. Refused while another service is open for the same vehicle and trigger.',
  })
  @AnswersOne(MaintenanceNotificationDto, 409)
  async reopen(@By() by: Acting, @PathId('maintenance-notification') id: number) {
    return { data: await this.service.reopen(by, id) }
  }

  protected override page({ caller }: Acting, criteria: ListCriteria<AskedState>) {
    return this.service.page(caller, criteria)
  }
}
