export { ConfigurationModule } from './configuration.module.js'
