export { VehicleServices } from './vehicle-services.js'
