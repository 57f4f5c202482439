import { Module } from '@nestjs/common'
import { MaintenanceDropdownsController } from './maintenance-dropdowns.controller.js'
import { MaintenancePlansController } from './maintenance-plans.controller.js'
import { MaintenancePlansRepository } from './maintenance-plans.repository.js'
import { MaintenancePlansService } from './maintenance-plans.service.js'

@Module({
  controllers: [MaintenancePlansController, MaintenanceDropdownsController],
  providers: [MaintenancePlansRepository, MaintenancePlansService],
  exports: [MaintenancePlansService],
})
export class MaintenanceModule {}
