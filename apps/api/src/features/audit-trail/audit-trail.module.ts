import { Module } from '@nestjs/common'
import { AuditController } from './audit.controller.js'
import { AuditService } from './audit.service.js'
import { HistoryController } from './history.controller.js'

@Module({ controllers: [AuditController, HistoryController], providers: [AuditService] })
export class AuditTrailModule {}
