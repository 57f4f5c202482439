export { InstallModule } from './install.module.js'
