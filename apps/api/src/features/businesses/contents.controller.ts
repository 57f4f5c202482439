import { Controller, Get, Query } from '@nestjs/common'
import { ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import type { One, Page } from '../../http/page.dto.js'
import { BelowPipe } from './below.pipe.js'
import { BUSINESS_DEVICE_LIST, BUSINESS_ENTITY_LIST, BUSINESS_USER_LIST } from './contents-lists.js'
import { BusinessContentsService } from './contents.service.js'
import { BusinessDeviceDto, BusinessEntityDto, BusinessUserDto, DeviceStatisticsDto } from './dto/business-contents.dto.js'

const BusinessId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })
const Below = () =>
  ApiQuery({
    name: 'below',
    required: false,
    schema: { type: 'boolean', default: false },
    description: 'Whether to list what hangs on the businesses below, too',
  })

@ApiTags('Businesses')
@Controller('businesses/:id')
export class BusinessContentsController {
  constructor(private readonly contents: BusinessContentsService) {}

  @Get('users')
  @RequirePermission('read:user')
  @BusinessId()
  @ListParameters(BUSINESS_USER_LIST)
  @Below()
  @AnswersPage(BusinessUserDto)
  @AnswersProblems(404)
  async users(
    @CurrentCaller() caller: Caller,
    @IdParam('business') businessId: number,
    @Criteria(BUSINESS_USER_LIST) criteria: ListCriteria,
    @Query(BelowPipe) below: boolean,
  ): Promise<Page<BusinessUserDto>> {
    return this.contents.users(caller, { businessId, below }, criteria)
  }

  @Get('entities')
  @RequirePermission('read:business-management')
  @BusinessId()
  @ListParameters(BUSINESS_ENTITY_LIST)
  @Below()
  @AnswersPage(BusinessEntityDto)
  @AnswersProblems(404)
  async entities(
    @CurrentCaller() caller: Caller,
    @IdParam('business') businessId: number,
    @Criteria(BUSINESS_ENTITY_LIST) criteria: ListCriteria,
    @Query(BelowPipe) below: boolean,
  ): Promise<Page<BusinessEntityDto>> {
    return this.contents.entities(caller, { businessId, below }, criteria)
  }

  @Get('devices')
  @RequirePermission('read:business-management')
  @BusinessId()
  @ListParameters(BUSINESS_DEVICE_LIST)
  @Below()
  @AnswersPage(BusinessDeviceDto)
  @AnswersProblems(404)
  async devices(
    @CurrentCaller() caller: Caller,
    @IdParam('business') businessId: number,
    @Criteria(BUSINESS_DEVICE_LIST) criteria: ListCriteria,
    @Query(BelowPipe) below: boolean,
  ): Promise<Page<BusinessDeviceDto>> {
    return this.contents.devices(caller, { businessId, below }, criteria)
  }

  @Get('devices/statistics')
  @RequirePermission('read:business-management')
  @BusinessId()
  @AnswersOne(DeviceStatisticsDto, 'Of the business and those below it')
  @AnswersProblems(404)
  async statistics(@CurrentCaller() caller: Caller, @IdParam('business') businessId: number): Promise<One<DeviceStatisticsDto>> {
    return { data: await this.contents.statistics(caller, businessId) }
  }
}
