import { Module } from '@nestjs/common'
import { LogbookController } from './logbook.controller.js'
import { LogbookRepository } from './logbook.repository.js'
import { LogbookService } from './logbook.service.js'

@Module({ controllers: [LogbookController], providers: [LogbookRepository, LogbookService] })
export class LogbookModule {}
