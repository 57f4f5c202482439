import { Module } from '@nestjs/common'
import { AuthModule } from '../../auth/auth.module.js'
import { IdentityDirectoryModule } from '../../identity-directory/identity-directory.module.js'
import { AccountSecurityController } from './account-security.controller.js'
import { AccountSecurityService } from './account-security.service.js'
import { AccountController } from './account.controller.js'
import { AccountRepository } from './account.repository.js'
import { AccountService } from './account.service.js'
import { OwnAccounts } from './own-account.js'
import { PasswordResetsRepository } from './password-resets/password-resets.repository.js'
import { PasswordResets } from './password-resets/password-resets.js'

@Module({
  imports: [AuthModule, IdentityDirectoryModule],
  controllers: [AccountController, AccountSecurityController],
  providers: [AccountRepository, AccountService, AccountSecurityService, OwnAccounts, PasswordResets, PasswordResetsRepository],
})
export class AccountModule {}
