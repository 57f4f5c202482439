import { Body, Controller, Get, Post, Res } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { answerPhoto, AnswersPhoto, MAX_PHOTOS } from '../../photos/index.js'
import { ReturnPhotoDto } from './dto/return.dto.js'
import { AddReturnPhotoDto } from './dto/write-return.dto.js'
import { ReturnPhotosService } from './return-photos.service.js'

@ApiTags('Returns')
@Controller('returns/:id/photos')
export class ReturnPhotosController {
  constructor(private readonly photos: ReturnPhotosService) {}

  @Post()
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'Add a photo of a return',
    description: `Adds one picture, at most ${MAX_PHOTOS} for a return. Sending the same picture again adds nothing.`,
  })
  @AnswersOne(ReturnPhotoDto, 400, 409, 413, 422)
  async add(@By() by: Acting, @PathId('return') id: number, @Body() { content }: AddReturnPhotoDto) {
    return { data: await this.photos.add(by, id, content) }
  }

  @Get(':photoId')
  @RequirePermission('create:entity', 'read:business-management')
  @ApiOperation({ summary: 'Download a photo of a return', description: 'Returns one picture of a return.' })
  @AnswersPhoto()
  async get(
    @CurrentCaller() caller: Caller,
    @PathId('return') id: number,
    @PathId('photo', { name: 'photoId' }) photoId: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return answerPhoto(reply, await this.photos.get(caller, id, photoId))
  }
}
