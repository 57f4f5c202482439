export { VehicleSharesModule } from './vehicle-shares.module.js'
