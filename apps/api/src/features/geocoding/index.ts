export { GeocodingModule } from './geocoding.module.js'
