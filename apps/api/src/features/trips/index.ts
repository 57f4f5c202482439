export { TripsModule } from './trips.module.js'
