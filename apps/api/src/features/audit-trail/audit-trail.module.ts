import { Module } from '@nestjs/common'
import { AuditController } from './audit.controller.js'
import { AuditRepository } from './audit.repository.js'
import { AuditService } from './audit.service.js'
import { HistoryController } from './history.controller.js'

@Module({ controllers: [AuditController, HistoryController], providers: [AuditRepository, AuditService] })
export class AuditTrailModule {}
