import { Module } from '@nestjs/common'
import { MaintenanceDropdownsController } from './maintenance-dropdowns.controller.js'
import { MaintenancePlansRepository } from './maintenance-plans.repository.js'
import { MaintenancePlansService } from './maintenance-plans.service.js'

@Module({
  controllers: [MaintenanceDropdownsController],
  providers: [MaintenancePlansRepository, MaintenancePlansService],
  exports: [MaintenancePlansService],
})
export class MaintenanceModule {}
