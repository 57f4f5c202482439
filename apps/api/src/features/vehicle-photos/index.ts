export { VehiclePhotosModule } from './vehicle-photos.module.js'
