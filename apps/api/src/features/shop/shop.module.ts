import { Module } from '@nestjs/common'
import { ShopController } from './shop.controller.js'
import { ShopRepository } from './shop.repository.js'
import { ShopSecretGuard } from './shop-secret.guard.js'
import { ShopService } from './shop.service.js'

@Module({ controllers: [ShopController], providers: [ShopRepository, ShopSecretGuard, ShopService] })
export class ShopModule {}
