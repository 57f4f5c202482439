import { Module } from '@nestjs/common'
import { ConfigurationController } from './portal-configuration.controller.js'
import { PortalConfigurationService } from './portal-configuration.service.js'

@Module({ controllers: [ConfigurationController], providers: [PortalConfigurationService] })
export class PortalConfigurationModule {}
