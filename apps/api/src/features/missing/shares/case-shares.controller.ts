import { Body, Controller, Delete, Get, Header, Post, Req } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import type { FastifyRequest } from 'fastify'
import { type Acting, By } from '../../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { Public, RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { originOf } from '../../../http/request-origin.js'
import { Creates, Deletes } from '../../../http/routes.decorator.js'
import { CaseSharesService } from './case-shares.service.js'
import { CaseShareDto, NewCaseShareDto } from '../dto/case-room.dto.js'
import { SharedCaseDto, SharedCaseLinkDto } from '../dto/shared-case.dto.js'
import { ShareMissingCaseDto } from '../dto/write-missing-case.dto.js'
import { CaseId, PERMISSION } from '../cases/missing.controller.js'

@ApiTags('Missing')
@Controller()
export class CaseSharesController {
  constructor(private readonly shares: CaseSharesService) {}

  @Get('missing/:id/shares')
  @RequirePermission(PERMISSION)
  @ApiOperation({
    summary: 'List the shares of a case',
    description: 'Lists the links that show the case to people without an account.',
  })
  @AnswersAll(CaseShareDto)
  async list(@CurrentCaller() caller: Caller, @CaseId() id: number) {
    return { data: await this.shares.list(caller, id) }
  }

  @Post('missing/:id/shares')
  @RequirePermission(PERMISSION)
  @ApiOperation({
    summary: 'Share a missing vehicle case',
    description: 'Creates a link for the police or a finder. Its secret is returned only this once.',
  })
  @Creates(NewCaseShareDto, 409)
  async add(@By() by: Acting, @CaseId() id: number, @Body() body: ShareMissingCaseDto) {
    return { data: await this.shares.add(by, id, body) }
  }

  @Delete('missing/:id/shares/:shareId')
  @RequirePermission(PERMISSION)
  @ApiOperation({ summary: 'Revoke a share of a case', description: 'Revokes a link. It shows nothing from now on.' })
  @Deletes()
  async revoke(@By() by: Acting, @CaseId() id: number, @PathId('share', { name: 'shareId' }) shareId: number) {
    await this.shares.revoke(by, id, shareId)
  }

  /** The link is in the body, because request addresses are logged. */
  @Post('shared-case')
  @Public()
  @Header('x-robots-tag', 'noindex, nofollow')
  @Header('referrer-policy', 'no-referrer')
  @ApiOperation({
    summary: 'Show a shared case',
    description: 'Returns the vehicle behind a link, without an account. An ended link answers 404.',
  })
  @AnswersOne(SharedCaseDto, 400, 404, 422, 429)
  async show(@Body() body: SharedCaseLinkDto, @Req() request: FastifyRequest) {
    return { data: await this.shares.show(body, originOf(request)) }
  }
}
