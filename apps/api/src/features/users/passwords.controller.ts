import { Controller, Delete, HttpCode, Post, Put, Req } from '@nestjs/common'
import { ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import type { One } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { InvitationDto, ResetLinkDto, TemporaryPasswordDto } from './dto/user.dto.js'
import { PasswordsService } from './passwords.service.js'

const UserId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })

@ApiTags('Users')
@Controller('users/:id')
export class PasswordsController {
  constructor(private readonly passwords: PasswordsService) {}

  @Put('temporary-password')
  @RequirePermission('update:user')
  @ApiOperation({ description: 'Sets one and tells it once. Sessions and tokens of every kind end at once' })
  @UserId()
  @AnswersOne(TemporaryPasswordDto)
  @AnswersProblems(404, 409)
  async setTemporaryPassword(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<TemporaryPasswordDto>> {
    return { data: await this.passwords.setTemporaryPassword(caller, id, originOf(request)) }
  }

  @Post('invitation')
  @HttpCode(200)
  @RequirePermission('update:user')
  @ApiOperation({
    description:
      'Mails the invitation again to somebody who never signed in, with another temporary password, which is told once',
  })
  @UserId()
  @AnswersOne(InvitationDto)
  @AnswersProblems(404, 409)
  async inviteAgain(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<InvitationDto>> {
    return { data: await this.passwords.inviteAgain(caller, id, originOf(request)) }
  }

  @Post('reset-link')
  @HttpCode(200)
  @RequirePermission('update:user')
  @ApiOperation({ description: 'A link with which the user sets a password, once and within ten minutes' })
  @UserId()
  @AnswersOne(ResetLinkDto)
  @AnswersProblems(404, 409)
  async createResetLink(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<ResetLinkDto>> {
    return { data: await this.passwords.createResetLink(caller, id, originOf(request)) }
  }

  @Post('reset-link/mail')
  @HttpCode(200)
  @RequirePermission('update:user')
  @ApiOperation({ description: 'Mails such a link to the user, in their language, and tells it to nobody else' })
  @UserId()
  @AnswersOne(ResetLinkDto)
  @AnswersProblems(404, 409)
  async mailResetLink(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<ResetLinkDto>> {
    return { data: await this.passwords.createResetLink(caller, id, originOf(request), { isMailed: true }) }
  }

  @Delete('second-factor')
  @HttpCode(204)
  @RequirePermission('update:user')
  @ApiOperation({ description: 'Turns the second step at the sign-in off for who lost their phone; their sessions end' })
  @UserId()
  @ApiNoContentResponse()
  @AnswersProblems(404, 409)
  async resetSecondFactor(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<void> {
    await this.passwords.resetSecondFactor(caller, id, originOf(request))
  }
}
