import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import type { RowOf } from '../../../http/api-row.js'
import type { PushAddressDto, PushRegistrationDto } from '../dto/push-registration.dto.js'

/** Owner of a device. */
export type Owner = { userId: number } | { consumerId: number }

interface PersonRow {
  /** Column of the registrations table that contains the person's id. */
  column: Sql
  id: number
  business_id: number | null
}

type RegistrationRow = RowOf<PushRegistrationDto>

const TOLD = sql`p.id, p.kind, p.created_at, p.last_seen_at`

@Injectable()
export class PushRegistrationsRepository {
  async findPerson(transaction: ScopedTransaction, owner: Owner): Promise<PersonRow | undefined> {
    const found =
      'userId' in owner
        ? await transaction.row<Omit<PersonRow, 'column'>>(sql`SELECT u.id, u.business_id FROM users u
            WHERE u.id = ${owner.userId}`)
        : await transaction.row<Omit<PersonRow, 'column'>>(sql`SELECT k.id, k.business_id FROM consumers k
            WHERE k.id = ${owner.consumerId} AND ${transaction.within(sql`k.business_id`)}`)
    return found && { ...found, column: 'userId' in owner ? sql`user_id` : sql`consumer_id` }
  }

  /** @returns undefined when the person has no such device */
  see(
    transaction: ScopedTransaction,
    { column, id }: PersonRow,
    hash: Buffer,
    address: Omit<PushAddressDto, 'kind'>,
  ): Promise<RegistrationRow | undefined> {
    return transaction.row<RegistrationRow>(sql`UPDATE push_registrations p
      SET last_seen_at = now(), address = ${JSON.stringify(address)} WHERE p.address_hash = ${hash} AND p.${column} = ${id}
      RETURNING ${TOLD}`)
  }

  add(
    transaction: ScopedTransaction,
    { column, id }: PersonRow,
    hash: Buffer,
    { kind, ...address }: PushAddressDto,
  ): Promise<RegistrationRow | undefined> {
    return transaction.row<RegistrationRow>(sql`
      INSERT INTO push_registrations AS p (${column}, kind, address, address_hash)
      VALUES (${id}, ${kind}, ${JSON.stringify(address)}, ${hash}) RETURNING ${TOLD}`)
  }

  /** Deletes a person's devices above a maximum number. The devices that were not seen for longest are deleted. */
  async keepNewest(transaction: ScopedTransaction, { column, id }: PersonRow, most: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM push_registrations p WHERE p.${column} = ${id} AND p.id IN (
      SELECT o.id FROM push_registrations o WHERE o.${column} = ${id} ORDER BY o.last_seen_at DESC, o.id DESC OFFSET ${most})`)
  }

  /** @returns undefined when the person has no such device */
  remove(transaction: ScopedTransaction, { column, id }: PersonRow, hash: Buffer): Promise<{ id: number } | undefined> {
    return transaction.row<{ id: number }>(sql`DELETE FROM push_registrations p
      WHERE p.address_hash = ${hash} AND p.${column} = ${id} RETURNING p.id`)
  }
}
