import { Body, Controller, Get, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersBulk } from '../../bulk/index.js'
import { ListController } from '../../exports/index.js'
import { AnswersAll } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { COURSE_LIST } from './courses.repository.js'
import { CoursesService } from './courses.service.js'
import {
  GiveSubscriptionDto,
  RenewalOfSubscriptionsDto,
  VehicleSubscriptionDto,
  VehicleSubscriptionsDto,
} from './dto/course.dto.js'

const EACH = 'Changes what is possible and returns the reason for the rest.'

@ApiTags('Subscriptions')
@Controller('entity-subscriptions')
export class CoursesController extends ListController(COURSE_LIST) {
  constructor(private readonly courses: CoursesService) {
    super()
  }

  @Post('give')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({
    summary: 'Give subscriptions to vehicles',
    description: `Gives vehicles a product that is offered to their business. ${EACH}`,
  })
  @AnswersBulk()
  async give(@By() by: Acting, @Body() body: GiveSubscriptionDto) {
    return { data: await this.courses.give(by, body) }
  }

  @Post('renew')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({
    summary: 'Renew vehicle subscriptions',
    description: `Extends subscriptions by one period from their present end. ${EACH}`,
  })
  @AnswersBulk()
  async renew(@By() by: Acting, @Body() { ids }: VehicleSubscriptionsDto) {
    return { data: await this.courses.renew(by, ids) }
  }

  @Post('renewal')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({
    summary: 'Change the renewal of vehicle subscriptions',
    description: `Sets whether subscriptions renew automatically at each end. ${EACH}`,
  })
  @AnswersBulk()
  async setRenewing(@By() by: Acting, @Body() body: RenewalOfSubscriptionsDto) {
    return { data: await this.courses.setRenewing(by, body) }
  }

  @Post('cancel')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({
    summary: 'Cancel vehicle subscriptions',
    description: `Ends subscriptions immediately; their vehicles are no longer covered. ${EACH}`,
  })
  @AnswersBulk()
  async cancel(@By() by: Acting, @Body() { ids }: VehicleSubscriptionsDto) {
    return { data: await this.courses.cancel(by, ids) }
  }
}

@ApiTags('Subscriptions')
@Controller('entities/:id/subscriptions')
export class EntitySubscriptionsController {
  constructor(private readonly courses: CoursesService) {}

  @Get()
  @RequirePermission('read:map', 'index:entity')
  @ApiOperation({
    summary: 'List the subscriptions of a vehicle',
    description: 'Lists present and past subscriptions of a vehicle, newest first.',
  })
  @AnswersAll(VehicleSubscriptionDto)
  async ofEntity(@CurrentCaller() caller: Caller, @PathId('entity') id: number) {
    return { data: await this.courses.ofEntity(caller, id) }
  }
}
