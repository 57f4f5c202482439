import { Module } from '@nestjs/common'
import { AuthModule } from '../../auth/auth.module.js'
import { GeofencesController } from './geofences.controller.js'
import { GeofencesRepository } from './geofences.repository.js'
import { GeofencesService } from './geofences.service.js'
import { GeofenceImportsController } from './import/geofence-imports.controller.js'
import { GeofenceImportsService } from './import/geofence-imports.service.js'
import { MapGeofencesController } from './map-geofences.controller.js'

@Module({
  imports: [AuthModule],
  controllers: [GeofenceImportsController, GeofencesController, MapGeofencesController],
  providers: [GeofencesRepository, GeofencesService, GeofenceImportsService],
})
export class GeofencesModule {}
