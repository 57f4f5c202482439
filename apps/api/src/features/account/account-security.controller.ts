import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common'
import { ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { SignedIn } from '../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { AccountSecurityService } from './account-security.service.js'
import { AccountSecurityDto, AccountSessionDto, EndedSessionsDto } from './dto/account-security.dto.js'

@ApiTags('Account')
@Controller('account')
export class AccountSecurityController {
  constructor(private readonly account: AccountSecurityService) {}

  @Get('security')
  @SignedIn()
  @ApiOperation({
    summary: 'Get your sign-in security settings',
    description: 'Returns what the identity provider knows about the second sign-in step of the caller.',
  })
  @AnswersOne(AccountSecurityDto, 403)
  async security(@CurrentCaller() caller: Caller) {
    return { data: await this.account.security(caller) }
  }

  @Get('sessions')
  @SignedIn()
  @ApiOperation({
    summary: 'List your sessions',
    description: 'Lists where the caller is signed in, the session of this request first.',
  })
  @AnswersAll(AccountSessionDto, 403)
  async sessions(@CurrentCaller() caller: Caller) {
    return { data: await this.account.sessions(caller) }
  }

  @Delete('sessions')
  @SignedIn()
  @ApiOperation({
    summary: 'End your other sessions',
    description: 'Ends all sessions of the caller except this one. Their tokens stop working.',
  })
  @AnswersOne(EndedSessionsDto, 403)
  async endOthers(@By() by: Acting) {
    return { data: { ended: await this.account.endOthers(by) } }
  }

  @Delete('sessions/:sessionId')
  @HttpCode(204)
  @SignedIn()
  @ApiOperation({
    summary: 'End one of your sessions',
    description: 'Ends one other session of the caller. Its tokens stop working.',
  })
  @ApiParam({ name: 'sessionId', schema: { type: 'string', maxLength: 100 } })
  @ApiNoContentResponse()
  @AnswersProblems(400, 403, 404, 409)
  async end(@By() by: Acting, @Param('sessionId') sessionId: string): Promise<void> {
    await this.account.end(by, sessionId)
  }
}
