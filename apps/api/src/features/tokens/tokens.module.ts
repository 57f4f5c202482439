import { Module } from '@nestjs/common'
import { TokensController } from './tokens.controller.js'
import { TokensRepository } from './tokens.repository.js'
import { TokensService } from './tokens.service.js'

@Module({ controllers: [TokensController], providers: [TokensRepository, TokensService] })
export class TokensModule {}
