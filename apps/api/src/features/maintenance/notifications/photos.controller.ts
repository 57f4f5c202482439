import { Body, Controller, Get, Post, Res } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type Acting, By } from '../../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { answerPhoto, AnswersPhoto, MAX_PHOTOS } from '../../../photos/index.js'
import { AddMaintenancePhotoDto, MaintenancePhotoDto } from './dto/notification.dto.js'
import { ServicePhotosService } from './photos.service.js'

@ApiTags('Maintenance')
@Controller('maintenance-notifications/:id/photos')
export class ServicePhotosController {
  constructor(private readonly photos: ServicePhotosService) {}

  @Post()
  @RequirePermission('manage:maintenance')
  @ApiOperation({
    summary: 'Add a photo of a service',
    description: `Adds one picture, at most ${MAX_PHOTOS} for a service. Sending the same picture again adds nothing.`,
  })
  @AnswersOne(MaintenancePhotoDto, 400, 409, 413, 422)
  async add(@By() by: Acting, @PathId('maintenance-notification') id: number, @Body() { content }: AddMaintenancePhotoDto) {
    return { data: await this.photos.add(by, id, content) }
  }

  @Get()
  @RequirePermission('read:information')
  @ApiOperation({
    summary: 'List the photos of a service',
    description: 'Lists the photos of a service, without the pictures themselves.',
  })
  @AnswersAll(MaintenancePhotoDto)
  async list(@CurrentCaller() caller: Caller, @PathId('maintenance-notification') id: number) {
    return { data: await this.photos.list(caller, id) }
  }

  @Get(':photoId')
  @RequirePermission('read:information')
  @ApiOperation({ summary: 'Download a photo of a service', description: 'Returns one picture of a service.' })
  @AnswersPhoto()
  async get(
    @CurrentCaller() caller: Caller,
    @PathId('maintenance-notification') id: number,
    @PathId('photo', { name: 'photoId' }) photoId: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return answerPhoto(reply, await this.photos.get(caller, id, photoId))
  }
}
