import { Module } from '@nestjs/common'
import { DeviceStatusModule } from '../device-status/index.js'
import { BulkDevicesController } from './bulk/bulk-devices.controller.js'
import { BulkDevicesService } from './bulk/bulk-devices.service.js'
import { DeviceImportsRepository } from './imports/device-imports.repository.js'
import { DeviceImportsService } from './imports/device-imports.service.js'
import { DeviceLinksController } from './bulk/device-links.controller.js'
import { DeviceSearchController } from './search/device-search.controller.js'
import { DeviceSearchRepository } from './search/device-search.repository.js'
import { DeviceUpdatesController } from './updates/device-updates.controller.js'
import { DeviceUpdatesRepository } from './updates/device-updates.repository.js'
import { DeviceUpdatesService } from './updates/device-updates.service.js'
import { DevicesController } from './devices.controller.js'
import { DevicesRepository } from './devices.repository.js'
import { DevicesService } from './devices.service.js'
import { DisputeNotices } from './senders/dispute-notices.js'
import { DisputesRepository } from './senders/disputes.repository.js'
import { DoubtedSendersController } from './senders/doubted-senders.controller.js'
import { DoubtedSendersRepository } from './senders/doubted-senders.repository.js'
import { DoubtedSendersService } from './senders/doubted-senders.service.js'
import { EnterpriseLinkService } from './bulk/enterprise-link.service.js'
import { EnterpriseLinksRepository } from './bulk/enterprise-links.repository.js'
import { CustomerNotices } from './installations/customer-notices.js'
import { InstallationsController } from './installations/installations.controller.js'
import { InstallationsRepository } from './installations/installations.repository.js'
import { InstallationsService } from './installations/installations.service.js'
import { ChallengeWatch } from './possession/claims/challenge-watch.js'
import { DeviceClaimsController } from './possession/claims/claims.controller.js'
import { DeviceClaimsService } from './possession/claims/claims.service.js'
import { DeviceDeliveriesController } from './possession/deliveries/deliveries.controller.js'
import { DeliveriesRepository } from './possession/deliveries/deliveries.repository.js'
import { DeviceDeliveriesService } from './possession/deliveries/deliveries.service.js'
import { PossessionRepository } from './possession/possession.repository.js'
import { TrackerNumbersRepository } from './possession/tracker-numbers.repository.js'
import { TrackerNumbers } from './possession/tracker-numbers.js'
import { SimsController } from './sims/sims.controller.js'
import { SimsRepository } from './sims/sims.repository.js'
import { SimsService } from './sims/sims.service.js'
import { UnknownDevicesController } from './unknown/unknown-devices.controller.js'

@Module({
  imports: [DeviceStatusModule],
  controllers: [
    BulkDevicesController,
    DeviceClaimsController,
    DeviceDeliveriesController,
    DeviceLinksController,
    DeviceSearchController,
    DeviceUpdatesController,
    DevicesController,
    DoubtedSendersController,
    InstallationsController,
    SimsController,
    UnknownDevicesController,
  ],
  providers: [
    BulkDevicesService,
    ChallengeWatch,
    CustomerNotices,
    DeliveriesRepository,
    DeviceClaimsService,
    DeviceDeliveriesService,
    DeviceImportsRepository,
    DeviceImportsService,
    DeviceSearchRepository,
    DeviceUpdatesRepository,
    DeviceUpdatesService,
    DevicesRepository,
    DevicesService,
    DisputeNotices,
    DisputesRepository,
    DoubtedSendersRepository,
    DoubtedSendersService,
    EnterpriseLinkService,
    EnterpriseLinksRepository,
    InstallationsRepository,
    InstallationsService,
    PossessionRepository,
    SimsRepository,
    SimsService,
    TrackerNumbers,
    TrackerNumbersRepository,
  ],
  exports: [InstallationsService],
})
export class DevicesModule {}
