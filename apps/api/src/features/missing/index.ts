export { MissingModule } from './missing.module.js'
