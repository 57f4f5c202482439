export { CommandsModule } from './commands.module.js'
