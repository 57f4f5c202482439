import { Injectable } from '@nestjs/common'
import { existing } from '../../../http/problems.js'
import type { Caller } from '../../../auth/caller.js'
import { RequestDatabase } from '../../../database/request-database.js'
import { clockOf } from '../../device-clock/index.js'
import type { Verification } from './check-installation.js'
import type { UnverifiedDto, VerificationDto } from './dto/verification.dto.js'
import { VerificationRepository } from './verification.repository.js'
import { type InstallationRow, visibleRow, verificationOf } from './verification.row.js'

const SWEPT_AT_ONCE = 200
/**
 * Maximum installations in one sweep. A sweep runs every minute and must end before the next one begins. If there are more
 * unverified installations, the next sweep continues where this one stopped.
 */
const MOST_SWEPT = 2_000

/** Checks whether installations work (G-57). Requests and the sweep both store the checks that passed. */
@Injectable()
export class VerificationService {
  #sweptTill = 0

  constructor(
    private readonly database: RequestDatabase,
    private readonly repository: VerificationRepository,
  ) {}

  async get(caller: Caller, entityId: number): Promise<VerificationDto> {
    const found = await this.database.read(caller.scope, (transaction) => this.repository.find(transaction, entityId))
    const row = visibleRow(existing(found, 'installation'))
    const verification = verificationOf(row, new Date())
    if (hasNews(row, verification))
      await this.database.write(caller.scope, (transaction) => this.repository.keep(transaction, row.id, verification))
    return toResponse(row, verification)
  }

  async listUnverified(caller: Caller): Promise<UnverifiedDto[]> {
    const now = new Date()
    const rows = await this.database.read(caller.scope, (transaction) => this.repository.findOverdue(transaction))
    return rows.flatMap((row) => {
      const { state, cause } = verificationOf(visibleRow(row), now)
      if (state === 'verified') return []
      const { entity_id, entity_name, license_plate, business_name, imei, installed_at } = row
      return { entity_id, entity_name, license_plate, business_name, imei, installed_at: installed_at.toISOString(), cause }
    })
  }

  /** Verifies installations while no user looks at them. */
  async sweep(): Promise<void> {
    for (let swept = 0; swept < MOST_SWEPT; swept += SWEPT_AT_ONCE) {
      const rows = await this.database.read('all', (transaction) =>
        this.repository.findHeard(transaction, this.#sweptTill, SWEPT_AT_ONCE),
      )
      const now = new Date()
      for (const row of rows) {
        const verification = verificationOf(row, now)
        // Each installation has a separate transaction. One transaction for many rows would make the consumer process and
        // installing users wait until its end.
        if (hasNews(row, verification))
          await this.database.write('all', (transaction) => this.repository.keep(transaction, row.id, verification))
      }
      this.#sweptTill = rows.length < SWEPT_AT_ONCE ? 0 : (rows.at(-1)?.id ?? 0)
      if (this.#sweptTill === 0) return
    }
  }
}

/** Returns whether the verification contains a passed check that is not stored yet. */
function hasNews(row: InstallationRow, { checks, verifiedAt }: Verification): boolean {
  if (row.verified_at) return false
  const kept = [row.network_passed_at, row.gps_passed_at, row.external_battery_passed_at, row.position_passed_at]
  return verifiedAt !== null || checks.filter(({ passedAt }) => passedAt !== null).length > kept.filter(Boolean).length
}

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

function toResponse(row: InstallationRow, { checks, ...found }: Verification): VerificationDto {
  const { entity_id, entity_name, license_plate, frame_number, business_name, imei, installed_by } = row
  return {
    entity_id,
    entity_name,
    license_plate,
    frame_number,
    business_name,
    imei,
    installed_by,
    installed_at: row.installed_at.toISOString(),
    state: found.state,
    verified_at: iso(found.verifiedAt),
    waited_s: found.waitedS,
    silent_s: found.silentS,
    must_show_move: row.must_show_move,
    location_hidden: !row.is_told,
    is_overdue: found.isOverdue,
    cause: found.cause,
    clock: found.state === 'verified' ? null : clockOf(row),
    checks: checks.map(({ name, state, passedAt, cause }) => ({ name, state, passed_at: iso(passedAt), cause })),
  }
}
