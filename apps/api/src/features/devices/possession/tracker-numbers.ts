import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import type { Sentence } from '../../../texts/sentence.js'
import { say } from '../texts.js'
import { type Named, type Numbered, TrackerNumbersRepository } from './tracker-numbers.repository.js'

/**
 * Decides who may set the number by which a tracker identifies itself instead of its IMEI. Such a number gives access to the
 * tracker's positions just as an IMEI does. A business that has the tracker may still state a wrong number, so every write of
 * a number must be checked here.
 */
@Injectable()
export class TrackerNumbers {
  constructor(private readonly numbers: TrackerNumbersRepository) {}

  /**
   * Returns the rows with their numbers. A row without a number gets the number that its tracker had when it was delivered to
   * this business or a parent. If at least one of the returned rows has a number, locks all tracker numbers until the
   * transaction ends.
   */
  async take<Row extends Numbered>(transaction: ScopedTransaction, rows: readonly Row[], businessId: number): Promise<Row[]> {
    const numbered = await this.numbered(transaction, rows, businessId)
    if (!numbered.some(isNamed)) return numbered
    await this.lock(transaction)
    // Reads the delivered numbers again, because a concurrent write may have changed them before the lock was taken.
    return this.numbered(transaction, rows, businessId)
  }

  /** Locks all tracker numbers until the transaction ends. */
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
   * Returns, by IMEI, the reasons why numbers are refused. Super admins may set any number that no other tracker has. Others
   * may set a part of the IMEI, or the number that this tracker had when it was delivered to this business or a parent. Any
   * other number is refused with the same message, whether or not it is taken.
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

  /** Returns messages by IMEI. Each message names a tracker that has the same number and that the caller may see. */
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

/** Returns the message for a refused number. The message is the same whether or not the number is taken. */
export const numberRefused = (): Sentence => say('tracker-id-of-imei')

const isNamed = (row: Numbered): row is Named => Boolean(row.tracker_id)
