export { CommandNotices } from './command-notices.js'
export { CommandsModule } from './commands.module.js'
export { LocateDto } from './dto/locate.dto.js'
export { LocateService } from './locate.service.js'
