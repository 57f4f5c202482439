import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common'
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import type { One } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { MAX_PHOTOS, ReturnPhotoDto } from './dto/return.dto.js'
import { AddReturnPhotoDto } from './dto/write-return.dto.js'
import { PHOTO_TYPES } from './photo-type.js'
import { ReturnPhotosService } from './return-photos.service.js'

const ReturnId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })

@ApiTags('Returns')
@Controller('returns/:id/photos')
export class ReturnPhotosController {
  constructor(private readonly photos: ReturnPhotosService) {}

  @Post()
  @HttpCode(200)
  @RequirePermission('create:entity')
  @ApiOperation({ description: `One picture, at most ${MAX_PHOTOS} a return; the same one sent again is there once` })
  @ReturnId()
  @AnswersOne(ReturnPhotoDto)
  @AnswersProblems(400, 404, 409, 413, 422)
  async add(
    @CurrentCaller() caller: Caller,
    @IdParam('return') id: number,
    @Body() { content }: AddReturnPhotoDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<ReturnPhotoDto>> {
    return { data: await this.photos.add(caller, id, content, originOf(request)) }
  }

  @Get(':photoId')
  @RequirePermission('create:entity', 'read:business-management')
  @ReturnId()
  @ApiParam({ name: 'photoId', schema: { type: 'integer' } })
  @ApiProduces(...PHOTO_TYPES)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @AnswersProblems(404)
  async get(
    @CurrentCaller() caller: Caller,
    @IdParam('return') id: number,
    @IdParam('photo', 'int4', 'photoId') photoId: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const { name, type, content } = await this.photos.get(caller, id, photoId)
    void reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
    return content
  }
}
