import { Module } from '@nestjs/common'
import { CommandNotices } from './command-notices.js'
import { CommandsController } from './commands.controller.js'
import { CommandsRepository } from './commands.repository.js'
import { CommandsService } from './commands.service.js'
import { LocateController } from './locate.controller.js'
import { LocateRepository } from './locate.repository.js'
import { LocateService } from './locate.service.js'
import { OwnCommandsRepository } from './own-commands.repository.js'

@Module({
  controllers: [CommandsController, LocateController],
  providers: [CommandNotices, CommandsRepository, CommandsService, LocateRepository, LocateService, OwnCommandsRepository],
  exports: [CommandNotices, LocateService, OwnCommandsRepository],
})
export class CommandsModule {}
