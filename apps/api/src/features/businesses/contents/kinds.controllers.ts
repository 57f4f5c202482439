import { Body, Controller, Get, Post, type Type } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import type { BusinessKind } from '@roadbook/contracts'
import { type Acting, By } from '../../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { Creates } from '../../../http/routes.decorator.js'
import { type ListCriteria } from '../../../lists/list-fields.js'
import { Criteria } from '../../../lists/list-parameters.decorator.js'
import type { Page } from '../../../http/page.dto.js'
import { AnswersList } from '../../../lists/answers-list.decorator.js'
import { BUSINESS_LIST } from '../business-list.js'
import { OneBusiness } from '../one-business.js'
import { BusinessRemovalService } from '../business-removal.service.js'
import { BusinessesService } from '../businesses.service.js'
import { BusinessDto } from '../dto/business.dto.js'
import { CreateBusinessOfKindDto } from '../dto/write-business.dto.js'

/** Makes a controller for one kind of business (R-329…R-332). */
function controllerOf(kind: BusinessKind, route: string): Type<object> {
  @ApiTags('Businesses by kind')
  @Controller(route)
  class KindController extends OneBusiness(kind) {
    constructor(businesses: BusinessesService, removal: BusinessRemovalService) {
      super(businesses, removal)
    }

    @Get()
    @ApiOperation({ summary: `List ${route}`, description: `Lists the ${route} that the caller may see.` })
    @AnswersList(BUSINESS_LIST)
    async list(
      @CurrentCaller() caller: Caller,
      @Criteria(BUSINESS_LIST.fields) criteria: ListCriteria<BusinessKind>,
    ): Promise<Page<BusinessDto>> {
      return this.businesses.list(caller, kind, criteria)
    }

    @Post()
    @RequirePermission('create:business')
    @ApiOperation({
      summary: `Create ${kind === 'enterprise' ? 'an' : 'a'} ${kind}`,
      description: `Creates ${kind === 'enterprise' ? 'an' : 'a'} ${kind} below another business, or at the top for a super admin.`,
    })
    @Creates(BusinessDto, 404)
    async create(@By() by: Acting, @Body() body: CreateBusinessOfKindDto) {
      return { data: await this.businesses.create(by, body.parent_id ?? 'root', kind, body) }
    }
  }
  // The class name becomes part of the names of the API's operations.
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
