import { Global, Module } from '@nestjs/common'
import { Disclosures } from './disclosures.js'
import { DisclosuresRepository } from './disclosures.repository.js'

/** Global, because every feature that shows the location of a customer's vehicle notifies the customer. */
@Global()
@Module({ providers: [Disclosures, DisclosuresRepository], exports: [Disclosures] })
export class DisclosuresModule {}
