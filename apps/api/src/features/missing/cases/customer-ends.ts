import { Injectable, type OnModuleInit } from '@nestjs/common'
import { Disclosures } from '../../../disclosures/index.js'
import { CaseEventsRepository } from '../room/case-events.repository.js'
import { CaseSharesRepository } from '../shares/case-shares.repository.js'
import { MissingWritesRepository } from './missing-writes.repository.js'

/**
 * Closes a case when the customer reports that the vehicle is not missing. Closes the links of a case when the customer
 * forbids others to see the vehicle.
 */
@Injectable()
export class CustomerEnds implements OnModuleInit {
  constructor(
    private readonly disclosures: Disclosures,
    private readonly writes: MissingWritesRepository,
    private readonly events: CaseEventsRepository,
    private readonly shares: CaseSharesRepository,
  ) {}

  onModuleInit(): void {
    this.disclosures.endsBy('missing-case', async (transaction, { subject_id: id }) => {
      await this.writes.end(transaction, id, { state: 'closed', by: null, reason: 'owner-withdrew', note: null })
      await this.events.add(transaction, id, { kind: 'closed', userId: null, reason: 'owner-withdrew' })
      await this.shares.revoke(transaction, id, null, null)
    })
    this.disclosures.endsBy('case-link', (transaction, { subject_id: id }) => this.shares.withdraw(transaction, id))
  }
}
