import { Body, Controller, Delete, Get, HttpCode, Post, Query, Req, Res, type StreamableFile } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersBulk, BulkResultDto } from '../../bulk/index.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { CsvExports, type MailedCsvDto, MailedCsvParameters } from '../../exports/index.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { type CsvWish, ExportParameters, WantsCsv } from '../../lists/list-export.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../http/once.js'
import type { One, Page } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { CreatedTokenDto, CreateTokenDto, RevokeTokensDto, TokenDto } from './dto/token.dto.js'
import { TOKEN_CSV_COLUMNS } from './token-csv.js'
import { TOKEN_LIST } from './token-list.js'
import { TokensService } from './tokens.service.js'

@ApiTags('API tokens')
@Controller('tokens')
export class TokensController {
  constructor(
    private readonly tokens: TokensService,
    private readonly csv: CsvExports,
  ) {}

  @Get()
  @RequirePermission('read:business-management')
  @ApiOperation({ description: 'Of the users in scope' })
  @ListParameters(TOKEN_LIST)
  @ExportParameters(TOKEN_CSV_COLUMNS)
  @AnswersPage(TokenDto)
  async list(
    @CurrentCaller() caller: Caller,
    @Criteria(TOKEN_LIST) criteria: ListCriteria,
    @WantsCsv(TOKEN_CSV_COLUMNS) wish: CsvWish | undefined,
    @Query() query: Record<string, string>,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<TokenDto> | StreamableFile> {
    return wish ? this.csv.answer(reply, caller, originOf(request), 'tokens', query) : this.tokens.list(caller, criteria)
  }

  @Post('csv')
  @RequirePermission('read:business-management')
  @ApiOperation({ description: 'Mails the view as CSV to who asks, with the criteria of the list in the query' })
  @ListParameters(TOKEN_LIST)
  @MailedCsvParameters(TOKEN_CSV_COLUMNS)
  async mailCsv(
    @CurrentCaller() caller: Caller,
    @Query() query: Record<string, string>,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<MailedCsvDto>> {
    return { data: { job_id: await this.csv.ask(caller, originOf(request), 'tokens', query) } }
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage:tokens')
  @ApiOperation({ description: 'For oneself. A token cannot make tokens' })
  @TakesIdempotencyKey()
  @AnswersOne(CreatedTokenDto)
  @AnswersProblems(400, 409, 422)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() wanted: CreateTokenDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<CreatedTokenDto>> {
    return { data: await this.tokens.create(caller, wanted, once, originOf(request)) }
  }

  @Post('revoke')
  @HttpCode(200)
  @RequirePermission('manage:tokens')
  @ApiOperation({ description: 'Revokes many tokens: what can be revoked is, for the rest it says why not' })
  @AnswersBulk()
  async revokeMany(
    @CurrentCaller() caller: Caller,
    @Body() { ids }: RevokeTokensDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<BulkResultDto>> {
    return { data: await this.tokens.revokeMany(caller, ids, once, originOf(request)) }
  }

  @Delete(':id')
  @RequirePermission('manage:tokens')
  @ApiOperation({ description: 'Revokes a token' })
  @ApiParam({ name: 'id', schema: { type: 'integer' } })
  @AnswersOne(TokenDto)
  @AnswersProblems(404)
  async revoke(
    @CurrentCaller() caller: Caller,
    @IdParam('token') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<TokenDto>> {
    return { data: await this.tokens.revoke(caller, id, originOf(request)) }
  }
}
