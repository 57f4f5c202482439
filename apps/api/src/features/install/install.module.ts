import { Module } from '@nestjs/common'
import { DevicesModule } from '../devices/index.js'
import { EntitiesModule } from '../entities/index.js'
import { MaintenanceModule } from '../maintenance/index.js'
import { SubscriptionsModule } from '../subscriptions/index.js'
import { EntityImportsController } from './imports/entity-imports.controller.js'
import { EntityImportsRepository } from './imports/entity-imports.repository.js'
import { EntityImportsService } from './imports/entity-imports.service.js'
import { InstallController } from './install.controller.js'
import { InstallRepository } from './install.repository.js'
import { InstallService } from './install.service.js'
import { PresetsController } from './presets.controller.js'
import { PresetsRepository } from './presets.repository.js'
import { PresetsService } from './presets.service.js'
import { ReplaceController } from './replace.controller.js'
import { ReplaceService } from './replace.service.js'
import { MovesRepository } from './verification/moves.repository.js'
import { MovesService } from './verification/moves.service.js'
import { VerificationController } from './verification/verification.controller.js'
import { VerificationRepository } from './verification/verification.repository.js'
import { VerificationService } from './verification/verification.service.js'
import { VerifyInstallations } from './verification/verify-installations.js'

@Module({
  imports: [DevicesModule, EntitiesModule, MaintenanceModule, SubscriptionsModule],
  controllers: [EntityImportsController, InstallController, PresetsController, ReplaceController, VerificationController],
  providers: [
    ...[EntityImportsRepository, EntityImportsService],
    ...[InstallRepository, InstallService, PresetsRepository, PresetsService, ReplaceService],
    ...[MovesRepository, MovesService, VerificationRepository, VerificationService, VerifyInstallations],
  ],
})
export class InstallModule {}
