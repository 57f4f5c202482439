import { Module } from '@nestjs/common'
import { IdentityDirectoryModule } from '../../identity-directory/identity-directory.module.js'
import { AccountNotices } from './accounts/account-notices.js'
import { BulkUsersController } from './bulk/bulk-users.controller.js'
import { BulkUsersService } from './bulk/bulk-users.service.js'
import { Invitations } from './accounts/invitations.js'
import { ManagedUsers } from './managed-users.js'
import { PasswordsController } from './passwords/passwords.controller.js'
import { PasswordsService } from './passwords/passwords.service.js'
import { ProvisioningService } from './accounts/provisioning.service.js'
import { UserAccounts } from './accounts/user-accounts.js'
import { UserChanges } from './user-changes.js'
import { UserRightsController } from './rights/user-rights.controller.js'
import { UserRightsRepository } from './rights/user-rights.repository.js'
import { UserRightsService } from './rights/user-rights.service.js'
import { UsersController } from './users.controller.js'
import { UsersRepository } from './users.repository.js'
import { UsersService } from './users.service.js'

@Module({
  imports: [IdentityDirectoryModule],
  controllers: [BulkUsersController, UsersController, PasswordsController, UserRightsController],
  providers: [
    AccountNotices,
    BulkUsersService,
    Invitations,
    ManagedUsers,
    PasswordsService,
    ProvisioningService,
    UserAccounts,
    UserChanges,
    UserRightsRepository,
    UserRightsService,
    UsersRepository,
    UsersService,
  ],
})
export class UsersModule {}
