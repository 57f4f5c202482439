import { Body, Controller, Get, Put, Query } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { SignedIn } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { AccountService } from './account.service.js'
import { AccountDto } from './dto/account.dto.js'
import { SignedInUserDto } from './dto/signed-in-user.dto.js'
import { UpdateAccountDto } from './dto/update-account.dto.js'
import { readWantedView } from './wanted-view.js'

@ApiTags('Account')
@Controller()
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Get('auth/user')
  @SignedIn()
  @ApiOperation({
    summary: 'Get the signed-in user',
    description:
      'Returns the signed-in user with role and permissions. With `as_role`, returns the user as that role sees the portal. This needs read:user, and it is logged. Requests with the header `X-View-As` (`role` or `role@business`) then have the rights of that role in that business. Such requests cannot change anything.',
  })
  @ApiQuery({ name: 'as_role', required: false, schema: { type: 'string', maxLength: 50 }, description: 'Key of a role' })
  @ApiQuery({
    name: 'as_business_id',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    description: 'Business in which the role applies. Default: the business of the caller',
  })
  @AnswersOne(SignedInUserDto, 403, 404, 422)
  async signedInUser(@By() by: Acting, @Query() query: Record<string, unknown>) {
    const wanted = readWantedView(query)
    const data = wanted ? this.account.viewAs(by, wanted) : this.account.signedInUser(by.caller)
    return { data: await data }
  }

  @Get('account/get')
  @SignedIn()
  @ApiOperation({
    summary: 'Get your own account',
    description: 'Returns the user of this token with name, e-mail address, language and time zone.',
  })
  @AnswersOne(AccountDto)
  async get(@CurrentCaller() caller: Caller) {
    return { data: await this.account.get(caller) }
  }

  @Put('account/update')
  @SignedIn()
  @ApiOperation({ summary: 'Update your own account', description: 'Changes the given fields of the account of the caller.' })
  @AnswersOne(AccountDto, 400, 422)
  async update(@By() by: Acting, @Body() changes: UpdateAccountDto) {
    return { data: await this.account.update(by, changes) }
  }
}
