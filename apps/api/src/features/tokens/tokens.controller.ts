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
  thing: 'token',
  singular: 'an API token',
  writes: 'manage:tokens',
  get: false,
  create: {
    body: CreateTokenDto,
    answers: CreatedTokenDto,
    description: 'Creates an API token for the caller and returns its secret, only this once. An API token cannot create tokens.',
    problems: [409],
  },
  delete: {
    isShown: true,
    description: 'Revokes an API token. Requests with it are refused from now on.',
    operationId: 'Tokens_revoke',
    summary: 'Revoke an API token',
  },
}) {
  @Post('revoke')
  @RequirePermission('manage:tokens')
  @ApiOperation({
    summary: 'Revoke many API tokens',
    description: 'Revokes the tokens that can be revoked, and gives a reason for each of the others.',
  })
  @AnswersBulk()
  async revokeMany(@By() by: Acting, @Body() { ids }: RevokeTokensDto) {
    return { data: await this.service.revokeMany(by, ids) }
  }
}
