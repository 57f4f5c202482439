import { Global, Module } from '@nestjs/common'
import { Disclosures } from './disclosures.js'
import { DisclosuresRepository } from './disclosures.repository.js'

/** Global: every feature that shows where a customer's vehicle is notifies the customer. */
@Global()
@Module({ providers: [Disclosures, DisclosuresRepository], exports: [Disclosures] })
export class DisclosuresModule {}
