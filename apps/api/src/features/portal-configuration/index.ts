export { PortalConfigurationModule } from './portal-configuration.module.js'
