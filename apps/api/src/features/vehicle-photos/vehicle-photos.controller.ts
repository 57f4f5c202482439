import { Body, Controller, Delete, Get, Post, Res } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { Deletes } from '../../http/routes.decorator.js'
import { answerPhoto, AnswersPhoto, MAX_PHOTOS } from '../../photos/index.js'
import { AddVehiclePhotoDto, VehiclePhotoDto } from './vehicle-photo.dto.js'
import { VehiclePhotosService } from './vehicle-photos.service.js'

@ApiTags('Entities')
@Controller('entities/:id/photos')
export class VehiclePhotosController {
  constructor(private readonly photos: VehiclePhotosService) {}

  @Post()
  @RequirePermission('update:entity')
  @ApiOperation({
    summary: 'Add a photo of a vehicle',
    description: `Adds one picture, at most ${MAX_PHOTOS} for a vehicle. Sending the same picture again adds nothing.`,
  })
  @AnswersOne(VehiclePhotoDto, 400, 409, 413, 422)
  async add(@By() by: Acting, @PathId('entity') id: number, @Body() { content }: AddVehiclePhotoDto) {
    return { data: await this.photos.add(by, id, content) }
  }

  @Get()
  @RequirePermission('index:entity')
  @ApiOperation({
    summary: 'List the photos of a vehicle',
    description: 'Lists the photos of a vehicle, without the pictures themselves.',
  })
  @AnswersAll(VehiclePhotoDto)
  async list(@CurrentCaller() caller: Caller, @PathId('entity') id: number) {
    return { data: await this.photos.list(caller, id) }
  }

  @Get(':photoId')
  @RequirePermission('index:entity')
  @ApiOperation({ summary: 'Download a photo of a vehicle', description: 'Returns one picture of a vehicle.' })
  @AnswersPhoto()
  async get(
    @CurrentCaller() caller: Caller,
    @PathId('entity') id: number,
    @PathId('photo', { name: 'photoId' }) photoId: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return answerPhoto(reply, await this.photos.get(caller, id, photoId))
  }

  @Delete(':photoId')
  @RequirePermission('update:entity')
  @ApiOperation({ summary: 'Delete a photo of a vehicle', description: 'Deletes one photo of a vehicle.' })
  @Deletes()
  async remove(@By() by: Acting, @PathId('entity') id: number, @PathId('photo', { name: 'photoId' }) photoId: number) {
    await this.photos.remove(by, id, photoId)
  }
}
