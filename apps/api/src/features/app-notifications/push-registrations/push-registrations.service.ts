import { createHash } from 'node:crypto'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { RequestDatabase } from '../../../database/request-database.js'
import { existing, invalid } from '../../../http/problems.js'
import { toApiRow } from '../../../http/api-row.js'
import { CleanUp } from '../../../jobs/index.js'
import { PUSH_SERVICES, type PushServices } from '../../../push/index.js'
import type { PushAddressDto, PushRegistrationDto } from '../dto/push-registration.dto.js'
import { say } from '../texts.js'
import { type Owner, PushRegistrationsRepository } from './push-registrations.repository.js'

/** Maximum devices of a person. A further device replaces the one that was not seen for longest. */
const MAX_DEVICES = 20
/** Days after which a device that was not seen is deleted. */
const UNSEEN_DAYS = 365

/** Devices and browsers that receive notifications. */
@Injectable()
export class PushRegistrationsService implements OnModuleInit {
  constructor(
    private readonly database: RequestDatabase,
    private readonly registrations: PushRegistrationsRepository,
    private readonly audit: AuditLog,
    private readonly cleanUp: CleanUp,
    @Inject(PUSH_SERVICES) private readonly services: PushServices,
  ) {}

  onModuleInit(): void {
    this.cleanUp.forgets('push_registrations', { since: 'last_seen_at', days: UNSEEN_DAYS })
  }

  /** @throws Problem 404 for a customer out of scope */
  register(by: Acting, owner: Owner, { kind, ...address }: PushAddressDto): Promise<PushRegistrationDto> {
    if (address.endpoint !== undefined && !this.services.allow(address.endpoint)) {
      throw invalid({ endpoint: [say('unknown-push-service')] })
    }
    return this.database.write(by.caller.scope, async (transaction) => {
      const person = existing(await this.registrations.findPerson(transaction, owner), 'customer')
      const hash = hashOf(address)
      const seen = await this.registrations.see(transaction, person, hash, address)
      if (seen) return toApiRow(seen)
      const added = await this.registrations.add(transaction, person, hash, { kind, ...address })
      await this.registrations.keepNewest(transaction, person, MAX_DEVICES)
      const device = existing(added, 'customer')
      await this.audit.record(transaction, by, 'push-registration.create', {
        id: device.id,
        businessId: person.business_id,
        after: { kind },
      })
      return toApiRow(device)
    })
  }

  /** @throws Problem 404 for a customer out of scope */
  forget(by: Acting, owner: Owner, { kind, ...address }: PushAddressDto): Promise<void> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const person = existing(await this.registrations.findPerson(transaction, owner), 'customer')
      const gone = await this.registrations.remove(transaction, person, hashOf(address))
      if (!gone) return
      await this.audit.record(transaction, by, 'push-registration.delete', {
        id: gone.id,
        businessId: person.business_id,
        before: { kind },
      })
    })
  }
}

/** Returns the hash of a device's token or push address. Devices are stored and found by this hash. */
const hashOf = ({ token, endpoint }: Omit<PushAddressDto, 'kind'>): Buffer =>
  createHash('sha256')
    .update(token ?? endpoint ?? '')
    .digest()
