export { RolesModule } from './roles.module.js'
