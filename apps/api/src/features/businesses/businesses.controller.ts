import { Body, Controller, Delete, Get, HttpCode, Post, Put, Req, Res } from '@nestjs/common'
import { ApiHeader, ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { IF_MATCH, IfMatch, sendTag } from '../../http/if-match.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../http/once.js'
import type { One } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { BusinessRemovalService } from './business-removal.service.js'
import { BusinessesService } from './businesses.service.js'
import { BusinessDto } from './dto/business.dto.js'
import { BusinessNodeDto } from './dto/business-node.dto.js'
import { MovedDto } from './dto/removal.dto.js'
import { CreateBusinessDto, MoveBusinessDto, MoveEverythingDto, UpdateBusinessDto } from './dto/write-business.dto.js'
import { PlaceParam } from './place-param.js'

const BusinessId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })

@ApiTags('Businesses')
@Controller('businesses')
export class BusinessesController {
  constructor(
    private readonly businesses: BusinessesService,
    private readonly removal: BusinessRemovalService,
  ) {}

  @Get('tree')
  @RequirePermission('read:business-management')
  @AnswersAll(BusinessNodeDto, 'The trees of the businesses in scope, by name')
  async tree(@CurrentCaller() caller: Caller): Promise<{ data: BusinessNodeDto[] }> {
    return { data: await this.businesses.tree(caller) }
  }

  @Post(':id')
  @HttpCode(200)
  @RequirePermission('create:business')
  @ApiOperation({ description: 'Makes a business below the one named; `root` for a super admin' })
  @ApiParam({ name: 'id', schema: { type: 'string', pattern: '^(\\d+|root)$' } })
  @TakesIdempotencyKey()
  @AnswersOne(BusinessDto)
  @AnswersProblems(400, 404, 422)
  async create(
    @CurrentCaller() caller: Caller,
    @PlaceParam() place: number | 'root',
    @Body() said: CreateBusinessDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<BusinessDto>> {
    return { data: await this.businesses.create(caller, place, said.type, said, once, originOf(request)) }
  }

  @Get(':id')
  @RequirePermission('read:business-management')
  @BusinessId()
  @AnswersOne(BusinessDto)
  @AnswersProblems(404)
  async get(
    @CurrentCaller() caller: Caller,
    @IdParam('business') id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<One<BusinessDto>> {
    const data = await this.businesses.get(caller, id)
    sendTag(reply, data.updated_at)
    return { data }
  }

  @Put(':id')
  @RequirePermission('update:business')
  @BusinessId()
  @ApiHeader({ name: IF_MATCH, required: false, description: 'The ETag of the state that is meant to be changed' })
  @AnswersOne(BusinessDto)
  @AnswersProblems(400, 404, 409, 412, 422)
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('business') id: number,
    @Body() changes: UpdateBusinessDto,
    @IfMatch() ifMatch: string | null,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<One<BusinessDto>> {
    const data = await this.businesses.update(caller, id, changes, ifMatch, originOf(request))
    sendTag(reply, data.updated_at)
    return { data }
  }

  @Put(':id/parent')
  @RequirePermission('update:business')
  @ApiOperation({ description: 'Moves a business with everything below it' })
  @BusinessId()
  @AnswersOne(BusinessDto)
  @AnswersProblems(400, 404, 409, 422)
  async move(
    @CurrentCaller() caller: Caller,
    @IdParam('business') id: number,
    @Body() { parent_id }: MoveBusinessDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<BusinessDto>> {
    return { data: await this.businesses.move(caller, id, parent_id, originOf(request)) }
  }

  @Post(':id/move-everything')
  @HttpCode(200)
  @RequirePermission('delete:business')
  @ApiOperation({
    description: 'Moves what hangs on a business, its past included, to another one that does not stand below it',
  })
  @BusinessId()
  @TakesIdempotencyKey()
  @AnswersOne(MovedDto)
  @AnswersProblems(400, 404, 422)
  async moveEverything(
    @CurrentCaller() caller: Caller,
    @IdParam('business') id: number,
    @Body() { to }: MoveEverythingDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<MovedDto>> {
    return { data: await this.removal.moveEverything(caller, id, to, once, originOf(request)) }
  }

  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('delete:business')
  @ApiOperation({ description: 'Deletes an empty business; of others it says how much is in the way' })
  @BusinessId()
  @ApiNoContentResponse()
  @AnswersProblems(404, 409)
  async delete(
    @CurrentCaller() caller: Caller,
    @IdParam('business') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<void> {
    await this.removal.delete(caller, id, originOf(request))
  }
}
