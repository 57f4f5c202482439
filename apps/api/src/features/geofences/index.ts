export { GeofencesModule } from './geofences.module.js'
