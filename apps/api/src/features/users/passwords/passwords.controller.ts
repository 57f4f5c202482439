import { Controller, Delete, HttpCode, Post, Put } from '@nestjs/common'
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { InvitationDto, ResetLinkDto, TemporaryPasswordDto } from '../dto/user.dto.js'
import { PasswordsService } from './passwords.service.js'

@ApiTags('Users')
@Controller('users/:id')
export class PasswordsController {
  constructor(private readonly passwords: PasswordsService) {}

  @Put('temporary-password')
  @RequirePermission('update:user')
  @ApiOperation({ description: 'Sets one and tells it once. Sessions and tokens of every kind end at once' })
  @AnswersOne(TemporaryPasswordDto, 409)
  async setTemporaryPassword(@By() by: Acting, @PathId('user') id: number) {
    return { data: await this.passwords.setTemporaryPassword(by, id) }
  }

  @Post('invitation')
  @RequirePermission('update:user')
  @ApiOperation({
    description:
      'Mails the invitation again to somebody who never signed in, with another temporary password, which is told once',
  })
  @AnswersOne(InvitationDto, 409)
  async inviteAgain(@By() by: Acting, @PathId('user') id: number) {
    return { data: await this.passwords.inviteAgain(by, id) }
  }

  @Post('reset-link')
  @RequirePermission('update:user')
  @ApiOperation({ description: 'A link with which the user sets a password, once and within ten minutes' })
  @AnswersOne(ResetLinkDto, 409)
  async createResetLink(@By() by: Acting, @PathId('user') id: number) {
    return { data: await this.passwords.createResetLink(by, id) }
  }

  @Post('reset-link/mail')
  @RequirePermission('update:user')
  @ApiOperation({ description: 'Mails such a link to the user, in their language, and tells it to nobody else' })
  @AnswersOne(ResetLinkDto, 409)
  async mailResetLink(@By() by: Acting, @PathId('user') id: number) {
    return { data: await this.passwords.createResetLink(by, id, { isMailed: true }) }
  }

  @Delete('second-factor')
  @HttpCode(204)
  @RequirePermission('update:user')
  @ApiOperation({ description: 'Turns the second step at the sign-in off for who lost their phone; their sessions end' })
  @ApiNoContentResponse()
  @AnswersProblems(409)
  async resetSecondFactor(@By() by: Acting, @PathId('user') id: number): Promise<void> {
    await this.passwords.resetSecondFactor(by, id)
  }
}
