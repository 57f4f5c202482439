import { Module } from '@nestjs/common'
import { DevicesModule } from '../devices/index.js'
import { ReturnPhotosController } from './return-photos.controller.js'
import { ReturnPhotosRepository } from './return-photos.repository.js'
import { ReturnPhotosService } from './return-photos.service.js'
import { ReturnsController } from './returns.controller.js'
import { ReturnsRepository } from './returns.repository.js'
import { ReturnsService } from './returns.service.js'

@Module({
  imports: [DevicesModule],
  controllers: [ReturnsController, ReturnPhotosController],
  providers: [ReturnsRepository, ReturnsService, ReturnPhotosRepository, ReturnPhotosService],
})
export class ReturnsModule {}
