export { DebugModule } from './debug.module.js'
