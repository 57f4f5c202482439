import { Body, Controller, Post, UseGuards } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { Public, RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { ExchangeShopTokenDto } from './dto/exchange-shop-token.dto.js'
import { ShopLinkDto } from './dto/shop-link.dto.js'
import { ShopVisitorDto } from './dto/shop-visitor.dto.js'
import { ShopSecretGuard } from './shop-secret.guard.js'
import { SHOP_PERMISSION, ShopService } from './shop.service.js'

@ApiTags('Shop')
@Controller('shop')
export class ShopController {
  constructor(private readonly shop: ShopService) {}

  @Post('links')
  @RequirePermission(SHOP_PERMISSION)
  @ApiOperation({
    summary: 'Create a link to the shop',
    description: 'Creates a link that opens the dealership shop for the caller, once and within a minute.',
  })
  @AnswersOne(ShopLinkDto, 404)
  async link(@By() by: Acting) {
    return { data: await this.shop.link(by) }
  }

  @Post('exchange')
  @Public()
  @UseGuards(ShopSecretGuard)
  @ApiOperation({
    summary: 'Exchange a shop token',
    description:
      'Returns the user of a shop token, from server to server. The shop sends its secret as `Authorization: Bearer …`.',
  })
  @AnswersOne(ShopVisitorDto, 400, 401, 404, 422, 429, 503)
  async exchange(@Body() { token }: ExchangeShopTokenDto) {
    return { data: await this.shop.exchange(token) }
  }
}
