import { Body, Controller, Delete, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../../auth/acting.js'
import { RequirePermission } from '../../../../auth/require-permission.decorator.js'
import { ListController } from '../../../../exports/index.js'
import { PathId } from '../../../../http/id-param.decorator.js'
import type { One } from '../../../../http/page.dto.js'
import { Creates, Deletes } from '../../../../http/routes.decorator.js'
import { DeliverDevicesDto, DeliveredDevicesDto, DeliveryImportDto, ImportDeliveriesDto } from './delivery.dto.js'
import { DEVICE_DELIVERY_LIST } from './delivery-list.js'
import { DeviceDeliveriesService } from './deliveries.service.js'

@ApiTags('Devices')
@Controller('device-deliveries')
export class DeviceDeliveriesController extends ListController(DEVICE_DELIVERY_LIST) {
  constructor(private readonly deliveries: DeviceDeliveriesService) {
    super()
  }

  @Post()
  @RequirePermission('manage:devices')
  @ApiOperation({
    summary: 'Add device deliveries',
    description:
      'Records which trackers were sent to a business. This business and the businesses below it may then register them. For super admins.',
  })
  @Creates(DeliveredDevicesDto)
  async create(@By() by: Acting, @Body() body: DeliverDevicesDto): Promise<One<DeliveredDevicesDto>> {
    return { data: await this.deliveries.deliver(by, body) }
  }

  @Post('imports')
  @RequirePermission('manage:devices')
  @ApiOperation({
    summary: 'Import device deliveries',
    description:
      'Records deliveries from a sheet, with the names that trackers use. Valid rows are recorded, and invalid rows are reported. For super admins.',
  })
  @Creates(DeliveryImportDto)
  async import(@By() by: Acting, @Body() body: ImportDeliveriesDto): Promise<One<DeliveryImportDto>> {
    return { data: await this.deliveries.import(by, body) }
  }

  @Delete(':id')
  @RequirePermission('manage:devices')
  @ApiOperation({
    summary: 'Delete a device delivery',
    description: 'Deletes a delivery record. Devices registered because of it stay. For super admins.',
  })
  @Deletes()
  async delete(@By() by: Acting, @PathId('delivery') id: number): Promise<void> {
    await this.deliveries.remove(by, id)
  }
}
