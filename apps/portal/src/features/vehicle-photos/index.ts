export { VehiclePhotos } from './vehicle-photos.js'
