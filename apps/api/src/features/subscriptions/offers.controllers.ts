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

const ATTACHING = 'Offers a product to a business and those below it; `dry_run` says whom that concerns'
const DETACHING =
  'Offers it no longer; what vehicles have of it runs on as agreed, and what a business above offers stays inherited'

@ApiTags('Subscriptions')
@Controller('business-subscriptions')
export class BusinessOffersController extends ListController(BUSINESS_OFFERS_LIST) {
  constructor(private readonly offers: OffersService) {
    super()
  }

  @Post('attach')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({ description: `${ATTACHING}. What can be attached is, for the rest it says why not` })
  @Creates(SubscriptionReachDto)
  async attach(@By() by: Acting, @Body() { is_discounted = false, dry_run = false, ...body }: AttachSubscriptionsDto) {
    return { data: await this.offers.change(by, { ...body, isDiscounted: is_discounted, isDryRun: dry_run }) }
  }

  @Post('detach')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({ description: DETACHING })
  @Creates(SubscriptionReachDto)
  async detach(@By() by: Acting, @Body() { dry_run = false, ...body }: DetachSubscriptionsDto) {
    return { data: await this.offers.change(by, { ...body, isDiscounted: undefined, isDryRun: dry_run }) }
  }
}

/** Makes the routes for one business of a fixed kind. */
function controllerOf(kind: BusinessKind, route: string): Type<object> {
  @ApiTags('Subscriptions')
  @Controller(route)
  class KindController {
    constructor(readonly offers: OffersService) {}

    @Post(':id/attach-subscription')
    @RequirePermission('manage:subscriptions')
    @ApiOperation({ description: ATTACHING })
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
    @ApiOperation({ description: DETACHING })
    @Creates(SubscriptionReachDto)
    async detachSubscription(
      @By() by: Acting,
      @PathId('business') id: number,
      @Body() { dry_run = false, ...body }: DetachSubscriptionDto,
    ) {
      return { data: await this.offers.changeOne(by, id, { ...body, isDiscounted: undefined, isDryRun: dry_run, kind }) }
    }
  }
  // Class names become names of operations.
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

/** Reads the business whose offers are requested; undefined for the caller's own. */
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
  @ApiQuery({ name: 'business_id', required: false, schema: { type: 'integer' }, description: 'Whose; default the caller’s own' })
  @ApiOperation({ description: 'What a vehicle of a business can be given, by title, at the price that holds there' })
  @AnswersAll(SubscriptionOptionDto, 422)
  async options(@CurrentCaller() caller: Caller, @Asked(askedBusiness) businessId: number | undefined) {
    return { data: await this.offers.options(caller, businessId) }
  }
}
