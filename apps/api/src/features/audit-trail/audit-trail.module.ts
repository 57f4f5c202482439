import { Module } from '@nestjs/common'
import { AuditController } from './audit.controller.js'
import { AuditService } from './audit.service.js'
import { HISTORY_CONTROLLERS } from './history.controllers.js'

@Module({ controllers: [AuditController, ...HISTORY_CONTROLLERS], providers: [AuditService] })
export class AuditTrailModule {}
