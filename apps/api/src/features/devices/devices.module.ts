import { Module } from '@nestjs/common'
import { BulkDevicesController } from './bulk-devices.controller.js'
import { BulkDevicesService } from './bulk-devices.service.js'
import { DeviceImportsRepository } from './device-imports.repository.js'
import { DeviceImportsService } from './device-imports.service.js'
import { DeviceLinksController } from './device-links.controller.js'
import { DeviceSearchController } from './device-search.controller.js'
import { DeviceSearchRepository } from './device-search.repository.js'
import { DeviceUpdatesController } from './device-updates.controller.js'
import { DeviceUpdatesRepository } from './device-updates.repository.js'
import { DeviceUpdatesService } from './device-updates.service.js'
import { DevicesController } from './devices.controller.js'
import { DevicesRepository } from './devices.repository.js'
import { DevicesService } from './devices.service.js'
import { EnterpriseLinkService } from './enterprise-link.service.js'
import { InstallationsController } from './installations.controller.js'
import { InstallationsRepository } from './installations.repository.js'
import { InstallationsService } from './installations.service.js'
import { SimsController } from './sims.controller.js'
import { SimsRepository } from './sims.repository.js'
import { SimsService } from './sims.service.js'
import { UnknownDevicesController } from './unknown-devices.controller.js'
import { UnknownDevicesRepository } from './unknown-devices.repository.js'

@Module({
  controllers: [
    BulkDevicesController,
    DeviceLinksController,
    DeviceSearchController,
    DeviceUpdatesController,
    DevicesController,
    InstallationsController,
    SimsController,
    UnknownDevicesController,
  ],
  providers: [
    BulkDevicesService,
    DeviceImportsRepository,
    DeviceImportsService,
    DeviceSearchRepository,
    DeviceUpdatesRepository,
    DeviceUpdatesService,
    DevicesRepository,
    DevicesService,
    EnterpriseLinkService,
    InstallationsRepository,
    InstallationsService,
    SimsRepository,
    SimsService,
    UnknownDevicesRepository,
  ],
  exports: [InstallationsService],
})
export class DevicesModule {}
