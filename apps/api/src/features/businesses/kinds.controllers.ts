import { Body, Controller, Delete, Get, HttpCode, Post, Put, Req, Res, type Type } from '@nestjs/common'
import { ApiHeader, ApiNoContentResponse, ApiParam, ApiTags } from '@nestjs/swagger'
import type { BusinessKind } from '@roadbook/contracts'
import type { FastifyReply } from 'fastify'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { IF_MATCH, IfMatch, sendTag } from '../../http/if-match.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../http/once.js'
import type { One, Page } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { BUSINESS_LIST } from './business-list.js'
import { BusinessRemovalService } from './business-removal.service.js'
import { BusinessesService } from './businesses.service.js'
import { BusinessDto } from './dto/business.dto.js'
import { CreateBusinessOfKindDto, UpdateBusinessDto } from './dto/write-business.dto.js'

const BusinessId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })

/** R-329…R-332: the same resource with a fixed kind. */
function controllerOf(kind: BusinessKind, route: string): Type<object> {
  @ApiTags('Businesses by kind')
  @Controller(route)
  class KindController {
    constructor(
      private readonly businesses: BusinessesService,
      private readonly removal: BusinessRemovalService,
    ) {}

    @Get()
    @RequirePermission('read:business-management')
    @ListParameters(BUSINESS_LIST)
    @AnswersPage(BusinessDto)
    async list(@CurrentCaller() caller: Caller, @Criteria(BUSINESS_LIST) criteria: ListCriteria): Promise<Page<BusinessDto>> {
      return this.businesses.list(caller, kind, criteria)
    }

    @Post()
    @HttpCode(200)
    @RequirePermission('create:business')
    @TakesIdempotencyKey()
    @AnswersOne(BusinessDto)
    @AnswersProblems(400, 404, 422)
    async create(
      @CurrentCaller() caller: Caller,
      @Body() said: CreateBusinessOfKindDto,
      @Once() once: OnceRequest | null,
      @Req() request: AuthenticatedRequest,
    ): Promise<One<BusinessDto>> {
      return { data: await this.businesses.create(caller, said.parent_id ?? 'root', kind, said, once, originOf(request)) }
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
      const data = await this.businesses.get(caller, id, kind)
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
      const data = await this.businesses.update(caller, id, changes, ifMatch, originOf(request), kind)
      sendTag(reply, data.updated_at)
      return { data }
    }

    @Delete(':id')
    @HttpCode(204)
    @RequirePermission('delete:business')
    @BusinessId()
    @ApiNoContentResponse()
    @AnswersProblems(404, 409)
    async delete(
      @CurrentCaller() caller: Caller,
      @IdParam('business') id: number,
      @Req() request: AuthenticatedRequest,
    ): Promise<void> {
      await this.removal.delete(caller, id, originOf(request), kind)
    }
  }
  // Names of operations come from names of classes.
  const name = `${route.charAt(0).toUpperCase()}${route.slice(1)}Controller`
  Object.defineProperty(KindController, 'name', { value: name })
  return KindController
}

export const KIND_CONTROLLERS = [
  controllerOf('vendor', 'vendors'),
  controllerOf('enterprise', 'enterprises'),
  controllerOf('company', 'companies'),
  controllerOf('department', 'departments'),
]
