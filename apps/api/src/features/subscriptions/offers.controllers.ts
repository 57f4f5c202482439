import { Body, Controller, Get, Post, type Type } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import type { BusinessKind } from '@roadbook/contracts'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission, SignedIn } from '../../auth/require-permission.decorator.js'
import { ListController } from '../../exports/index.js'
import { AnswersAll } from '../../http/answers.decorator.js'
import { INT4_MAX } from '../../http/body-fields.js'
import { PathId } from '../../http/id-param.decorator.js'
import { invalid } from '../../http/problems.js'
import { Asked, readQuery } from '../../http/query-parameters.js'
import { Creates } from '../../http/routes.decorator.js'
import { ids } from '../../texts/platform.js'
import {
  AttachSubscriptionDto,
  AttachSubscriptionsDto,
  DetachSubscriptionDto,
  DetachSubscriptionsDto,
  SubscriptionOptionDto,
  SubscriptionReachDto,
} from './dto/offer.dto.js'
import { BUSINESS_OFFERS_LIST } from './offers.repository.js'
import { OffersService } from './offers.service.js'

const ATTACHING = 'Offers a product to a business and those below it. With `dry_run`, only returns which businesses this affects.'
const DETACHING =
  'Withdraws a product. Subscriptions of vehicles run on as agreed, and an offer of a parent business stays inherited.'

@ApiTags('Subscriptions')
@Controller('business-subscriptions')
export class BusinessOffersController extends ListController(BUSINESS_OFFERS_LIST) {
  constructor(private readonly offers: OffersService) {
    super()
  }

  @Post('attach')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({
    summary: 'Offer products to businesses',
    description: `${ATTACHING} Does what is possible and returns the reason for the rest.`,
  })
  @Creates(SubscriptionReachDto)
  async attach(@By() by: Acting, @Body() { is_discounted = false, dry_run = false, ...body }: AttachSubscriptionsDto) {
    return { data: await this.offers.change(by, { ...body, isDiscounted: is_discounted, isDryRun: dry_run }) }
  }

  @Post('detach')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({ summary: 'Withdraw products from businesses', description: DETACHING })
  @Creates(SubscriptionReachDto)
  async detach(@By() by: Acting, @Body() { dry_run = false, ...body }: DetachSubscriptionsDto) {
    return { data: await this.offers.change(by, { ...body, isDiscounted: undefined, isDryRun: dry_run }) }
  }
}

/** Makes the routes for the offers of one business, for one kind of business. */
function controllerOf(kind: BusinessKind, route: string): Type<object> {
  const one = kind === 'enterprise' ? `an ${kind}` : `a ${kind}`

  @ApiTags('Subscriptions')
  @Controller(route)
  class KindController {
    constructor(readonly offers: OffersService) {}

    @Post(':id/attach-subscription')
    @RequirePermission('manage:subscriptions')
    @ApiOperation({ summary: `Offer a product to ${one}`, description: ATTACHING })
    @Creates(SubscriptionReachDto)
    async attachSubscription(
      @By() by: Acting,
      @PathId('business') id: number,
      @Body() { is_discounted = false, dry_run = false, ...body }: AttachSubscriptionDto,
    ) {
      return { data: await this.offers.changeOne(by, id, { ...body, isDiscounted: is_discounted, isDryRun: dry_run, kind }) }
    }

    @Post(':id/detach-subscription')
    @RequirePermission('manage:subscriptions')
    @ApiOperation({ summary: `Withdraw a product from ${one}`, description: DETACHING })
    @Creates(SubscriptionReachDto)
    async detachSubscription(
      @By() by: Acting,
      @PathId('business') id: number,
      @Body() { dry_run = false, ...body }: DetachSubscriptionDto,
    ) {
      return { data: await this.offers.changeOne(by, id, { ...body, isDiscounted: undefined, isDryRun: dry_run, kind }) }
    }
  }
  // The class name becomes part of the names of the API's operations.
  const name = `${route.charAt(0).toUpperCase()}${route.slice(1)}OffersController`
  Object.defineProperty(KindController, 'name', { value: name })
  return KindController
}

export const KIND_OFFERS_CONTROLLERS = [
  controllerOf('vendor', 'vendors'),
  controllerOf('enterprise', 'enterprises'),
  controllerOf('company', 'companies'),
  controllerOf('department', 'departments'),
]

/** Reads the id of the business in the query; undefined for the caller's own business. */
function askedBusiness(query: Record<string, unknown>): number | undefined {
  const { business_id: text } = readQuery(query, ['business_id'])
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > INT4_MAX) throw invalid({ business_id: [ids('business')] })
  return Number(text)
}

@ApiTags('Dropdowns')
@Controller('dropdown/subscriptions')
export class SubscriptionDropdownController {
  constructor(private readonly offers: OffersService) {}

  @Get()
  @SignedIn()
  @ApiQuery({
    name: 'business_id',
    required: false,
    schema: { type: 'integer' },
    description: 'Id of the business. Default: the business of the caller',
  })
  @ApiOperation({
    summary: 'List products for a vehicle',
    description: 'Lists the products that a vehicle of a business can be given, by title, at the price that applies there.',
  })
  @AnswersAll(SubscriptionOptionDto, 422)
  async options(@CurrentCaller() caller: Caller, @Asked(askedBusiness) businessId: number | undefined) {
    return { data: await this.offers.options(caller, businessId) }
  }
}
