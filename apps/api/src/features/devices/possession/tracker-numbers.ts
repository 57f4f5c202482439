import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import type { Sentence } from '../../../texts/sentence.js'
import { say } from '../texts.js'
import { type Named, type Numbered, TrackerNumbersRepository } from './tracker-numbers.repository.js'

/**
 * Who may write down what a tracker calls itself instead of its IMEI. To whoever wants its positions such a number is as good as an IMEI,
 * and holding the tracker does not show it. Everything that writes one asks here.
 */
@Injectable()
export class TrackerNumbers {
  constructor(private readonly numbers: TrackerNumbersRepository) {}

  /**
   * The same rows; those without a number take the one that their tracker was delivered with, to this business or above it. Where one
   * has a number, nobody else writes any until this transaction ends.
   */
  async take<Row extends Numbered>(transaction: ScopedTransaction, rows: readonly Row[], businessId: number): Promise<Row[]> {
    const numbered = await this.numbered(transaction, rows, businessId)
    if (!numbered.some(isNamed)) return numbered
    await this.lock(transaction)
    // Somebody else may have written meanwhile.
    return this.numbered(transaction, rows, businessId)
  }

  /** Waits for others that write numbers. */
  lock(transaction: ScopedTransaction): Promise<void> {
    return this.numbers.lock(transaction)
  }

  private async numbered<Row extends Numbered>(
    transaction: ScopedTransaction,
    rows: readonly Row[],
    businessId: number,
  ): Promise<Row[]> {
    const delivered = await this.numbers.findDelivered(
      transaction,
      rows.filter(({ tracker_id }) => !tracker_id),
      businessId,
    )
    return rows.map((row) => (row.tracker_id ? row : { ...row, tracker_id: delivered.get(row.imei) ?? row.tracker_id }))
  }

  /**
   * Why numbers may not be written down for the IMEIs that they stand beside, by IMEI. Super admins may write any that no other tracker has.
   * Others may write a part of the IMEI, and what this very tracker was delivered with to this business or above it; every other number is
   * refused in the same words, whoever has it.
   */
  async refusals(
    transaction: ScopedTransaction,
    rows: readonly Numbered[],
    businessId: number,
  ): Promise<ReadonlyMap<string, Sentence>> {
    const named = rows.filter(isNamed)
    if (named.length === 0) return new Map()
    const refused = await this.conflicts(transaction, named)
    if (transaction.scope === 'all') return refused
    const delivered = await this.numbers.findDelivered(transaction, named, businessId)
    const others = await this.numbers.findOfOthers(transaction, named, businessId)
    const isTheirs = ({ imei, tracker_id }: Named) => imei.includes(tracker_id) || delivered.get(imei) === tracker_id
    const neutral = named.filter((row) => !refused.has(row.imei) && (!isTheirs(row) || others.has(row.imei)))
    return new Map([...refused, ...neutral.map(({ imei }) => [imei, numberRefused()] as const)])
  }

  /** Which other trackers, of those that the caller may see, have the numbers already: in words, by the IMEI that asked for one. */
  async conflicts(transaction: ScopedTransaction, rows: readonly Numbered[]): Promise<Map<string, Sentence>> {
    const holders = await this.numbers.findHolders(transaction, rows.filter(isNamed))
    return new Map(
      holders.map(({ imei, other_imei, business_name: business, is_delivery }) => [
        imei,
        say(is_delivery ? 'number-delivered' : 'number-of-device', { imei: other_imei, business }),
      ]),
    )
  }
}

/** Why a number may not be written down, whoever has it. */
export const numberRefused = (): Sentence => say('tracker-id-of-imei')

const isNamed = (row: Numbered): row is Named => Boolean(row.tracker_id)
