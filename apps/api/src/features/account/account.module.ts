import { Module } from '@nestjs/common'
import { AuthModule } from '../../auth/auth.module.js'
import { AccountController } from './account.controller.js'
import { AccountRepository } from './account.repository.js'
import { AccountService } from './account.service.js'

@Module({ imports: [AuthModule], controllers: [AccountController], providers: [AccountRepository, AccountService] })
export class AccountModule {}
