export { countsQuery } from './services/service-counts.js'
export { VehicleServices } from './services/vehicle-services.js'
