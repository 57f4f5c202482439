import { Module } from '@nestjs/common'
import { VehiclePhotosController } from './vehicle-photos.controller.js'
import { VehiclePhotosRepository } from './vehicle-photos.repository.js'
import { VehiclePhotosService } from './vehicle-photos.service.js'

@Module({ controllers: [VehiclePhotosController], providers: [VehiclePhotosRepository, VehiclePhotosService] })
export class VehiclePhotosModule {}
