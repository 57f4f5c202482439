import { Global, Module } from '@nestjs/common'
import { BulkChangesRepository } from './bulk-changes.repository.js'
import { BulkRows } from './bulk-rows.js'

/** Global, because any feature may change many rows in one request. */
@Global()
@Module({ providers: [BulkRows, BulkChangesRepository], exports: [BulkRows, BulkChangesRepository] })
export class BulkModule {}
