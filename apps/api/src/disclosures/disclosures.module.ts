import { Global, Module } from '@nestjs/common'
import { Disclosures } from './disclosures.js'
import { DisclosuresRepository } from './disclosures.repository.js'

/** Global: whatever makes a customer's whereabouts visible tells them. */
@Global()
@Module({ providers: [Disclosures, DisclosuresRepository], exports: [Disclosures] })
export class DisclosuresModule {}
