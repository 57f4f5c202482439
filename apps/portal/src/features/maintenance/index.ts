export { countsQuery } from './service-counts.js'
export { VehicleServices } from './vehicle-services.js'
