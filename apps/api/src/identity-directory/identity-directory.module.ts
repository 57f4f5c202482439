import { Module } from '@nestjs/common'
import { API_CONFIGURATION, type ApiConfiguration } from '../configuration.js'
import { createDirectory } from './create-directory.js'
import { IdentityChangesRepository } from './identity-changes.repository.js'
import { IDENTITY_DIRECTORY } from './identity-directory.js'
import { IdentityReconciler } from './identity-reconciler.js'

@Module({
  providers: [
    IdentityChangesRepository,
    IdentityReconciler,
    {
      provide: IDENTITY_DIRECTORY,
      inject: [API_CONFIGURATION],
      useFactory: (configuration: ApiConfiguration) => createDirectory(configuration),
    },
  ],
  exports: [IDENTITY_DIRECTORY, IdentityChangesRepository, IdentityReconciler],
})
export class IdentityDirectoryModule {}
