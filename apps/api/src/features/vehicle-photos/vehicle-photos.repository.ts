import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { PhotoType } from '../../photos/index.js'
import type { VehiclePhotoDto } from './vehicle-photo.dto.js'

/** Photos of vehicles in scope. A vehicle has only a few photos. They are numbered in the order of upload. */
@Injectable()
export class VehiclePhotosRepository {
  /** Locks the vehicle against concurrent uploads of photos. */
  lockVehicle(transaction: ScopedTransaction, entityId: number): Promise<{ business_id: number } | undefined> {
    return transaction.row(sql`SELECT e.business_id FROM entities e
      WHERE e.id = ${entityId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} FOR UPDATE`)
  }

  findVehicle(transaction: ScopedTransaction, entityId: number): Promise<{ business_id: number } | undefined> {
    return transaction.row(sql`SELECT e.business_id FROM entities e
      WHERE e.id = ${entityId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`)
  }

  findAll(transaction: ScopedTransaction, entityId: number): Promise<VehiclePhotoDto[]> {
    return transaction.rows<VehiclePhotoDto>(sql`SELECT f.id, (row_number() OVER (ORDER BY f.id))::int AS place, f.media_type,
        octet_length(f.content) AS bytes, encode(f.sha256, 'hex') AS sha256
      FROM entity_photos f JOIN entities e ON e.id = f.entity_id
      WHERE f.entity_id = ${entityId} AND ${transaction.within(sql`e.business_id`)} ORDER BY f.id`)
  }

  findContent(
    transaction: ScopedTransaction,
    entityId: number,
    id: number,
  ): Promise<{ media_type: PhotoType; content: Buffer } | undefined> {
    return transaction.row(sql`SELECT f.media_type, f.content FROM entity_photos f JOIN entities e ON e.id = f.entity_id
      WHERE f.id = ${id} AND f.entity_id = ${entityId} AND ${transaction.within(sql`e.business_id`)}`)
  }

  async add(transaction: ScopedTransaction, entityId: number, type: PhotoType, content: Buffer): Promise<void> {
    await transaction.rows(sql`INSERT INTO entity_photos (entity_id, media_type, content)
      SELECT e.id, ${type}, ${content}::bytea FROM entities e WHERE e.id = ${entityId} AND ${transaction.within(sql`e.business_id`)}`)
  }

  async remove(transaction: ScopedTransaction, entityId: number, id: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM entity_photos f USING entities e
      WHERE f.id = ${id} AND f.entity_id = ${entityId} AND e.id = f.entity_id AND ${transaction.within(sql`e.business_id`)}`)
  }
}
