import { Body, Controller, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../resources/index.js'
import { type Acting, By } from '../../auth/acting.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersBulk } from '../../bulk/index.js'
import { CreatedTokenDto, CreateTokenDto, RevokeTokensDto } from './dto/token.dto.js'
import { TOKEN_LIST } from './token-list.js'
import { TokensService } from './tokens.service.js'

@ApiTags('API tokens')
@Controller('tokens')
export class TokensController extends ResourceController(TOKEN_LIST, TokensService, {
  of: 'token',
  writes: 'manage:tokens',
  get: false,
  create: {
    body: CreateTokenDto,
    answers: CreatedTokenDto,
    description: 'For oneself. A token cannot make tokens',
    problems: [409],
  },
  delete: { isShown: true, description: 'Revokes a token', operationId: 'Tokens_revoke' },
}) {
  @Post('revoke')
  @RequirePermission('manage:tokens')
  @ApiOperation({ description: 'Revokes many tokens: what can be revoked is, for the rest it says why not' })
  @AnswersBulk()
  async revokeMany(@By() by: Acting, @Body() { ids }: RevokeTokensDto) {
    return { data: await this.service.revokeMany(by, ids) }
  }
}
