import { Body, Controller, Delete, Get, Header, HttpCode, Post, Req, Res } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Acting, By } from '../../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { Public, RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne, AnswersProblems } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { originOf } from '../../../http/request-origin.js'
import { Deletes } from '../../../http/routes.decorator.js'
import { answerPhoto, AnswersPhoto, MAX_PHOTOS } from '../../../photos/index.js'
import { CasePhotosService } from './case-photos.service.js'
import { CaseSharesService } from '../shares/case-shares.service.js'
import { AddCasePhotoDto, CasePhotoDto } from '../dto/case-room.dto.js'
import { SharedCasePhotoDto } from '../dto/shared-case.dto.js'
import { CaseId, PERMISSION } from '../cases/missing.controller.js'

@ApiTags('Missing')
@Controller()
export class CasePhotosController {
  constructor(
    private readonly photos: CasePhotosService,
    private readonly shares: CaseSharesService,
  ) {}

  @Post('missing/:id/photos')
  @RequirePermission(PERMISSION)
  @ApiOperation({
    summary: 'Add a photo of a case',
    description: `Adds one JPEG picture, at most ${MAX_PHOTOS} for an open case. Sending the same picture again adds nothing.`,
  })
  @AnswersOne(CasePhotoDto, 400, 409, 413, 422)
  async add(@By() by: Acting, @CaseId() id: number, @Body() { content }: AddCasePhotoDto) {
    return { data: await this.photos.add(by, id, content) }
  }

  @Get('missing/:id/photos')
  @RequirePermission(PERMISSION)
  @ApiOperation({
    summary: 'List the photos of a case',
    description: 'Lists the photos of a case, without the pictures themselves.',
  })
  @AnswersAll(CasePhotoDto)
  async list(@CurrentCaller() caller: Caller, @CaseId() id: number) {
    return { data: await this.photos.list(caller, id) }
  }

  @Get('missing/:id/photos/:photoId')
  @RequirePermission(PERMISSION)
  @ApiOperation({ summary: 'Download a photo of a case', description: 'Returns one picture of a case.' })
  @AnswersPhoto('image/jpeg')
  async get(
    @CurrentCaller() caller: Caller,
    @CaseId() id: number,
    @PathId('photo', { name: 'photoId' }) photoId: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return answerPhoto(reply, await this.photos.get(caller, id, photoId))
  }

  @Delete('missing/:id/photos/:photoId')
  @RequirePermission(PERMISSION)
  @ApiOperation({
    summary: 'Delete a photo of a case',
    description: 'Deletes a photo of an open case, also for people with a link to the case.',
  })
  @Deletes(409)
  async remove(@By() by: Acting, @CaseId() id: number, @PathId('photo', { name: 'photoId' }) photoId: number) {
    await this.photos.remove(by, id, photoId)
  }

  /** The link is in the body, because request addresses are logged. */
  @Post('shared-case/photo')
  @Public()
  @HttpCode(200)
  @Header('x-robots-tag', 'noindex, nofollow')
  @Header('referrer-policy', 'no-referrer')
  @ApiOperation({
    summary: 'Download a photo of a shared case',
    description: 'Returns a photo of the vehicle behind a link, without an account.',
  })
  @AnswersPhoto('image/jpeg')
  @AnswersProblems(400, 404, 422, 429)
  async shared(
    @Body() { link, photo_id }: SharedCasePhotoDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return answerPhoto(reply, await this.shares.photo(link, photo_id, originOf(request)))
  }
}
