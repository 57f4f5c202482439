import { Module } from '@nestjs/common'
import { AuthModule } from '../../auth/auth.module.js'
import { GeofencesController } from './geofences.controller.js'
import { GeofencesRepository } from './geofences.repository.js'
import { GeofencesService } from './geofences.service.js'

@Module({
  imports: [AuthModule],
  controllers: [GeofencesController],
  providers: [GeofencesRepository, GeofencesService],
})
export class GeofencesModule {}
