import { Body, Controller, Get, Put, Req } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { SignedIn } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import type { One } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { AccountService } from './account.service.js'
import { AccountDto } from './dto/account.dto.js'
import { SignedInUserDto } from './dto/signed-in-user.dto.js'
import { UpdateAccountDto } from './dto/update-account.dto.js'

@ApiTags('Account')
@Controller()
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Get('auth/user')
  @SignedIn()
  @AnswersOne(SignedInUserDto)
  async signedInUser(@CurrentCaller() caller: Caller): Promise<One<SignedInUserDto>> {
    return { data: await this.account.signedInUser(caller) }
  }

  @Get('account/get')
  @SignedIn()
  @AnswersOne(AccountDto)
  async get(@CurrentCaller() caller: Caller): Promise<One<AccountDto>> {
    return { data: await this.account.get(caller) }
  }

  @Put('account/update')
  @SignedIn()
  @AnswersOne(AccountDto)
  @AnswersProblems(400, 422)
  async update(
    @CurrentCaller() caller: Caller,
    @Body() changes: UpdateAccountDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<AccountDto>> {
    return { data: await this.account.update(caller, changes, originOf(request)) }
  }
}
