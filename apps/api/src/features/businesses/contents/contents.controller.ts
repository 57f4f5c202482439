import { Controller, Get } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersList } from '../../../lists/answers-list.decorator.js'
import { AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import type { Page } from '../../../http/page.dto.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import { Criteria } from '../../../lists/list-parameters.decorator.js'
import { BUSINESS_DEVICE_LIST, BUSINESS_ENTITY_LIST, BUSINESS_USER_LIST, type BusinessReach } from './contents-lists.js'
import { BusinessContentsService } from './contents.service.js'
import {
  type BusinessDeviceDto,
  type BusinessEntityDto,
  type BusinessUserDto,
  DeviceStatisticsDto,
} from '../dto/business-contents.dto.js'

@ApiTags('Businesses')
@Controller('businesses/:id')
export class BusinessContentsController {
  constructor(private readonly contents: BusinessContentsService) {}

  @Get('users')
  @AnswersList(BUSINESS_USER_LIST)
  async users(
    @CurrentCaller() caller: Caller,
    @PathId('business') id: number,
    @Criteria(BUSINESS_USER_LIST.fields) criteria: ListCriteria<BusinessReach>,
  ): Promise<Page<BusinessUserDto>> {
    return this.contents.page(BUSINESS_USER_LIST, caller, id, criteria)
  }

  @Get('entities')
  @AnswersList(BUSINESS_ENTITY_LIST)
  async entities(
    @CurrentCaller() caller: Caller,
    @PathId('business') id: number,
    @Criteria(BUSINESS_ENTITY_LIST.fields) criteria: ListCriteria<BusinessReach>,
  ): Promise<Page<BusinessEntityDto>> {
    return this.contents.page(BUSINESS_ENTITY_LIST, caller, id, criteria)
  }

  @Get('devices')
  @AnswersList(BUSINESS_DEVICE_LIST)
  async devices(
    @CurrentCaller() caller: Caller,
    @PathId('business') id: number,
    @Criteria(BUSINESS_DEVICE_LIST.fields) criteria: ListCriteria<BusinessReach>,
  ): Promise<Page<BusinessDeviceDto>> {
    return this.contents.page(BUSINESS_DEVICE_LIST, caller, id, criteria)
  }

  @Get('devices/statistics')
  @RequirePermission('read:business-management')
  @ApiOperation({
    summary: 'Count the devices of a business',
    description: 'Counts the devices of a business and of the businesses below it: installed, online and silent ones.',
  })
  @AnswersOne(DeviceStatisticsDto, 'Figures of the business and of those below it')
  async statistics(@CurrentCaller() caller: Caller, @PathId('business') id: number) {
    return { data: await this.contents.statistics(caller, id) }
  }
}
