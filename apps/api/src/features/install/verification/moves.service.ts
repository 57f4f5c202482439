import { Injectable, type OnModuleInit } from '@nestjs/common'
import type { Position } from '@roadbook/geo'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { Disclosures } from '../../../disclosures/index.js'
import { existing, Problem } from '../../../http/problems.js'
import { say } from '../texts.js'
import type { ShownMoveDto } from './dto/move.dto.js'
import { MovesRepository, type SaidMoveRow, TRY_ACTION } from './moves.repository.js'
import { shownMove } from './shown-move.js'

/**
 * Maximum attempts with a tracker in 24 hours, even if the tracker is removed and installed again. The limit prevents callers
 * from finding the tracker's location by guessing.
 */
const MOST_TRIES_A_DAY = 5

/**
 * Decides whether a tracker that was removed from a customer's vehicle is now on the vehicle that the installer stands beside
 * (G-107).
 */
@Injectable()
export class MovesService implements OnModuleInit {
  constructor(
    private readonly database: RequestDatabase,
    private readonly repository: MovesRepository,
    private readonly disclosures: Disclosures,
    private readonly audit: AuditLog,
  ) {}

  /** Withdraws a proof when the customer reports that the tracker is still on their vehicle. */
  onModuleInit(): void {
    this.disclosures.endsBy('shown-move', (transaction, { subject_id: id }) => this.repository.dispute(transaction, id))
  }

  /** Checks the proof that the tracker moved. Only a tracker that was removed from a customer's vehicle needs this proof. */
  show(by: Acting, entityId: number, phone: Position): Promise<ShownMoveDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const said = existing(await this.repository.lock(transaction, entityId), 'installation')
      if (!said.must_show_move) return { moved: true }
      if (said.move_disputed_at !== null) throw new Problem('conflict', say('move-disputed'))
      const { count, waitS } = await this.repository.countTries(transaction, said.device_id)
      if (count >= MOST_TRIES_A_DAY) throw new Problem('tooMany', say('tried-enough'), { retryAfterS: waitS })
      const at = await this.shownAt(transaction, said, phone)
      if (at !== null) {
        await this.repository.keep(transaction, said.id, new Date(at))
        await this.disclosures.notify(transaction, by.caller, { kind: 'shown-move', id: said.id })
      }
      const moved = at !== null
      const write = { action: TRY_ACTION, businessId: said.business_id, after: { imei: said.imei, moved } }
      await this.audit.recordAll(transaction, by, [
        { ...write, id: said.device_id },
        { ...write, type: 'entity', id: entityId },
      ])
      return { moved }
    })
  }

  /**
   * Returns the time when the tracker's power came back, which proves the move, in milliseconds since 1970 UTC. Returns null
   * without proof.
   */
  private async shownAt(transaction: ScopedTransaction, said: SaidMoveRow, phone: Position): Promise<number | null> {
    if (await this.repository.isDoubted(transaction, said.id)) return null
    const { fixes, origin } = await this.repository.evidence(transaction, said.id)
    const installedAt = said.installed_at.getTime()
    const regainedAt = said.session_regained_at?.getTime() ?? null
    return shownMove({ installedAt, regainedAt, fixes, origin, phone }, Date.now())
  }
}
