export { MapModule } from './map.module.js'
