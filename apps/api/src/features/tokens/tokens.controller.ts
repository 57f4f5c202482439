import { Body, Controller, Delete, HttpCode, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersBulk, type BulkResultDto } from '../../bulk/index.js'
import { ListController } from '../../exports/index.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import type { One } from '../../http/page.dto.js'
import { Creates } from '../../http/routes.decorator.js'
import { CreatedTokenDto, CreateTokenDto, RevokeTokensDto, TokenDto } from './dto/token.dto.js'
import { TOKEN_LIST } from './token-list.js'
import { TokensService } from './tokens.service.js'

@ApiTags('API tokens')
@Controller('tokens')
export class TokensController extends ListController(TOKEN_LIST) {
  constructor(private readonly tokens: TokensService) {
    super()
  }

  @Post()
  @RequirePermission('manage:tokens')
  @ApiOperation({ description: 'For oneself. A token cannot make tokens' })
  @Creates(CreatedTokenDto, 409)
  async create(@By() by: Acting, @Body() body: CreateTokenDto): Promise<One<CreatedTokenDto>> {
    return { data: await this.tokens.create(by, body) }
  }

  @Post('revoke')
  @HttpCode(200)
  @RequirePermission('manage:tokens')
  @ApiOperation({ description: 'Revokes many tokens: what can be revoked is, for the rest it says why not' })
  @AnswersBulk()
  async revokeMany(@By() by: Acting, @Body() { ids }: RevokeTokensDto): Promise<One<BulkResultDto>> {
    return { data: await this.tokens.revokeMany(by, ids) }
  }

  @Delete(':id')
  @RequirePermission('manage:tokens')
  @ApiOperation({ description: 'Revokes a token' })
  @AnswersOne(TokenDto)
  async revoke(@By() by: Acting, @PathId('token') id: number): Promise<One<TokenDto>> {
    return { data: await this.tokens.revoke(by, id) }
  }
}
