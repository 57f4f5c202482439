import { Controller, Get } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { RequestDatabase } from '../../../database/request-database.js'
import { AnswersPage } from '../../../http/answers.decorator.js'
import { type ListCriteria } from '../../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../../lists/list-parameters.decorator.js'
import { type Page, pageMeta } from '../../../http/page.dto.js'
import { told } from '../../../http/told.js'
import { UnknownDeviceDto } from './unknown-device.dto.js'
import { UNKNOWN_DEVICE_LIST } from './unknown-device-list.js'
import { UnknownDevicesRepository } from './unknown-devices.repository.js'

@ApiTags('Devices')
@Controller('devices/unknown')
export class UnknownDevicesController {
  constructor(
    private readonly database: RequestDatabase,
    private readonly devices: UnknownDevicesRepository,
  ) {}

  @Get()
  @RequirePermission('read:business-management')
  @ApiOperation({
    description: 'Trackers that knocked and that nobody has registered. Empty for who does not see every business',
  })
  @ListParameters(UNKNOWN_DEVICE_LIST)
  @AnswersPage(UnknownDeviceDto)
  async list(
    @CurrentCaller() caller: Caller,
    @Criteria(UNKNOWN_DEVICE_LIST) criteria: ListCriteria,
  ): Promise<Page<UnknownDeviceDto>> {
    const { rows, total } = await this.database.read(caller.scope, (transaction) => this.devices.findPage(transaction, criteria))
    return { data: rows.map(told), meta: pageMeta(criteria.page, criteria.limit, total) }
  }
}
