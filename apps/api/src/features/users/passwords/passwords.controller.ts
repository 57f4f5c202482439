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
  @ApiOperation({
    summary: 'Set a temporary password',
    description: 'Sets a temporary password and returns it only once. All sessions and tokens of the user end immediately.',
  })
  @AnswersOne(TemporaryPasswordDto, 409)
  async setTemporaryPassword(@By() by: Acting, @PathId('user') id: number) {
    return { data: await this.passwords.setTemporaryPassword(by, id) }
  }

  @Post('invitation')
  @RequirePermission('update:user')
  @ApiOperation({
    summary: 'Send an invitation again',
    description:
      'Mails the invitation again to a user who never signed in, with a new temporary password, which is returned only once.',
  })
  @AnswersOne(InvitationDto, 409)
  async inviteAgain(@By() by: Acting, @PathId('user') id: number) {
    return { data: await this.passwords.inviteAgain(by, id) }
  }

  @Post('reset-link')
  @RequirePermission('update:user')
  @ApiOperation({
    summary: 'Create a password reset link',
    description: 'Returns a link with which the user sets a password, once and within ten minutes.',
  })
  @AnswersOne(ResetLinkDto, 409)
  async createResetLink(@By() by: Acting, @PathId('user') id: number) {
    return { data: await this.passwords.createResetLink(by, id) }
  }

  @Post('reset-link/mail')
  @RequirePermission('update:user')
  @ApiOperation({
    summary: 'Mail a password reset link',
    description: 'Mails a password reset link to the user in their language. The link is not returned.',
  })
  @AnswersOne(ResetLinkDto, 409)
  async mailResetLink(@By() by: Acting, @PathId('user') id: number) {
    return { data: await this.passwords.createResetLink(by, id, { isMailed: true }) }
  }

  @Delete('second-factor')
  @HttpCode(204)
  @RequirePermission('update:user')
  @ApiOperation({
    summary: 'Turn off the second sign-in step',
    description: 'Turns off the second sign-in step for a user who lost their phone. Their sessions end.',
  })
  @ApiNoContentResponse()
  @AnswersProblems(409)
  async resetSecondFactor(@By() by: Acting, @PathId('user') id: number): Promise<void> {
    await this.passwords.resetSecondFactor(by, id)
  }
}
