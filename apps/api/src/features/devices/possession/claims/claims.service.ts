import { randomInt } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import type { Acting, Actor } from '../../../../auth/acting.js'
import type { ScopedTransaction } from '../../../../database/scoped-transaction.js'
import { invalid, Problem } from '../../../../http/problems.js'
import { toApiRow } from '../../../../http/api-row.js'
import { type Finding, ownerIn, ResourceService } from '../../../../resources/index.js'
import type { DeviceValues } from '../../device.row.js'
import { withChanges } from '../../device-response.js'
import { DevicesRepository } from '../../devices.repository.js'
import { say } from '../../texts.js'
import { CHALLENGE_SECONDS, type ChallengeOutcome } from './challenge.js'
import { ChallengeWatch } from './challenge-watch.js'
import { changedMeanwhile } from './changed-meanwhile.js'
import type { CreateDeviceClaimDto, DeviceClaimDto } from './claim.dto.js'
import type { ClaimRow } from './claim-list.js'
import { assertSuperAdmin } from '../only-super-admins.js'
import { PossessionRepository } from '../possession.repository.js'
import { TrackerNumbers } from '../tracker-numbers.js'

/** Maximum waiting claims of a business. A business with more new trackers needs a delivery list instead. */
export const MOST_WAITING = 200
const MOST_TRIES_A_DAY = 3
const MOST_CHALLENGES_AN_HOUR = 20

/** Claims: IMEIs that are registered as soon as the claimants show that they have the trackers (G-109). */
@Injectable()
export class DeviceClaimsService extends ResourceService<ClaimRow, DeviceClaimDto> {
  @Inject(PossessionRepository) private readonly possession: PossessionRepository
  @Inject(DevicesRepository) private readonly devices: DevicesRepository
  @Inject(TrackerNumbers) private readonly numbers: TrackerNumbers
  @Inject(ChallengeWatch) private readonly watch: ChallengeWatch
  protected readonly thing = 'claim'
  protected readonly toDto = (row: ClaimRow): DeviceClaimDto => toApiRow(row)
  protected readonly audited = ({ imei, state, device_id, challenge_outcome }: ClaimRow) => ({
    imei,
    state,
    device_id,
    challenge_outcome,
  })

  create(by: Acting, { business_id, ...body }: CreateDeviceClaimDto): Promise<DeviceClaimDto> {
    return this.make(by, 'claim.create', async (transaction) => {
      const businessId = await ownerIn(transaction, by.caller, business_id)
      if ((await this.possession.known(transaction, [body.imei])).size > 0) throw invalid({ imei: [say('imei-taken')] })
      const waiting = await this.possession.countWaiting(transaction, businessId)
      if (waiting >= MOST_WAITING) throw new Problem('tooMany', say('too-many-waiting', { max: MOST_WAITING }))
      const [id] = await this.possession.add(transaction, [withChanges(body)], { businessId, userId: by.caller.userId })
      if (id === undefined) throw invalid({ imei: [say('waits-already')] })
      const may = await this.possession.registrable(transaction, [body.imei], businessId)
      if (may.has(body.imei)) await this.register(transaction, by, await this.found(transaction, id, by))
      return id
    })
  }

  delete(by: Acting, id: number): Promise<void> {
    return this.remove(by, id, 'claim.withdraw', async (transaction, claim) => {
      assertOpen(claim)
      await this.possession.end(transaction, id, 'withdrawn', { decidedBy: by.caller.userId })
    })
  }

  /**
   * Starts a challenge, by which the claimant shows that they have the tracker. The claim contains the outcome a few minutes
   * later.
   */
  async challenge(by: Acting, id: number): Promise<DeviceClaimDto> {
    const { claim, challengeId } = await this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.found(transaction, id, { caller: by.caller, isLocked: true })
      assertOpen(before)
      if (before.challenge === 'off' || before.challenge === 'on') throw new Problem('conflict', say('challenge-runs'))
      const tries = await this.possession.countTries(transaction, before)
      if (tries.ofImei >= MOST_TRIES_A_DAY) throw new Problem('tooMany', say('challenged-enough', { max: MOST_TRIES_A_DAY }))
      if (tries.ofBusiness >= MOST_CHALLENGES_AN_HOUR) {
        throw new Problem('tooMany', say('challenges-at-once', { max: MOST_CHALLENGES_AN_HOUR }))
      }
      // Random, so that the claimant cannot know the moment in advance.
      const off = randomInt(CHALLENGE_SECONDS.shortestOff, CHALLENGE_SECONDS.longestOff + 1)
      const begun = await this.possession.begin(transaction, before, off)
      await this.audit.record(transaction, by, 'claim.challenge', { ...this.about(before), after: { imei: before.imei } })
      return { claim: this.toDto(await this.found(transaction, id, by)), challengeId: begun }
    })
    this.watch.over(challengeId, (claimId, outcome) => this.settle(by, { claimId, challengeId, outcome }))
    return claim
  }

  /** Grants a claim. A super admin decides this. The former business loses the device, but keeps its past data. */
  grant(by: Acting, id: number): Promise<DeviceClaimDto> {
    return this.change(by, id, 'claim.grant', async (transaction, claim) => {
      assertSuperAdmin(by.caller)
      assertOpen(claim)
      const { deviceId, onVehicle, protocol } = await this.possession.othersWith(transaction, claim)
      if (onVehicle) throw new Problem('conflict', say('take-off-first'))
      if (deviceId !== null) await this.handOver(transaction, by, deviceId, claim)
      const added = deviceId ?? (await this.addDevice(transaction, by, claim, { bound_protocol: protocol }))
      // Another request registered the IMEI just now. The super admin must know that before deciding.
      if (added === undefined) throw changedMeanwhile()
      await this.possession.end(transaction, id, 'registered', { deviceId: added, decidedBy: by.caller.userId })
    })
  }

  refuse(by: Acting, id: number): Promise<DeviceClaimDto> {
    return this.change(by, id, 'claim.refuse', async (transaction, claim) => {
      assertSuperAdmin(by.caller)
      assertOpen(claim)
      await this.possession.end(transaction, id, 'refused', { decidedBy: by.caller.userId })
    })
  }

  /**
   * Registers the claimed device after a delivery.
   * @returns whether it was registered; false when the IMEI is taken
   */
  async register(transaction: ScopedTransaction, by: Actor, claim: ClaimRow): Promise<boolean> {
    const deviceId = await this.addDevice(transaction, by, claim)
    if (deviceId === undefined) return false
    await this.possession.end(transaction, claim.id, 'registered', { deviceId })
    return true
  }

  protected find(transaction: ScopedTransaction, id: number, { isLocked }: Finding): Promise<ClaimRow | undefined> {
    return this.possession.findOne(transaction, id, isLocked)
  }

  /**
   * Adds the claimed device. The device gets the number that its tracker was delivered with. Returns undefined when the IMEI
   * is taken.
   */
  private async addDevice(transaction: ScopedTransaction, by: Actor, claim: ClaimRow, more: Partial<DeviceValues> = {}) {
    const { id: claimId, business_id: businessId } = claim
    const asked = withChanges({ ...valuesOf(claim), ...more })
    const [values = asked] = await this.numbers.take(transaction, [asked], businessId)
    const id = await this.devices.add(transaction, values, businessId, by.caller.userId)
    if (id === undefined) return undefined
    const { imei, tracker_id } = values
    const after = { imei, ...(tracker_id && { tracker_id }), claim_id: claimId }
    await this.audit.record(transaction, by, 'device.create', { id, businessId, after })
    return id
  }

  /** Moves a device to another business. The device keeps its number unless the tracker was delivered with another one. */
  private async handOver(transaction: ScopedTransaction, by: Actor, id: number, claim: ClaimRow): Promise<void> {
    const { imei, business_id } = claim
    const [taken] = await this.numbers.take(transaction, [{ imei, tracker_id: null }], business_id)
    const { before, after } = await this.possession.handOver(transaction, id, { ...claim, tracker_id: taken?.tracker_id ?? null })
    if (before === after) return
    await this.audit.record(transaction, by, 'device.update', {
      id,
      businessId: business_id,
      before: { tracker_id: before },
      after: { imei, tracker_id: after, claim_id: claim.id },
    })
  }

  /**
   * Stores the outcome of a challenge for the super admin who decides. The outcome by itself proves nothing, because anybody
   * can answer for an unregistered tracker.
   */
  private async settle(by: Acting, { claimId, challengeId, outcome }: Settled): Promise<void> {
    await this.database.write('all', async (transaction) => {
      const before = await this.possession.findOne(transaction, claimId, true)
      await this.possession.finish(transaction, challengeId, outcome)
      const after = before && (await this.possession.findOne(transaction, claimId))
      if (!after || outcome !== 'shown') return
      const { imei, state, answered_as, answered_from } = after
      const seen = { imei, state, challenge_outcome: outcome, answered_as, answered_from }
      await this.audit.record(transaction, by, 'claim.show', { id: claimId, businessId: null, after: seen })
    })
  }
}

interface Settled {
  claimId: number
  challengeId: number
  outcome: ChallengeOutcome
}

function assertOpen({ state }: ClaimRow): void {
  if (state !== 'waiting' && state !== 'shown') throw new Problem('conflict', say('claim-ended'))
}

const valuesOf = ({ imei, title, description, model, iccid }: ClaimRow) => ({ imei, title, description, model, iccid })
