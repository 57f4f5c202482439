import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { PhotoType } from '../../../photos/index.js'

interface PhotoRow {
  place: number
  media_type: PhotoType
  content: Buffer
}

/** Photos of services of vehicles in scope. */
@Injectable()
export class ServicePhotosRepository {
  async add(
    transaction: ScopedTransaction,
    id: number,
    { place, type, content }: { place: number; type: PhotoType; content: Buffer },
  ): Promise<void> {
    await transaction.rows(sql`INSERT INTO maintenance_photos (notification_id, place, media_type, content)
      SELECT n.id, ${place}::smallint, ${type}, ${content}::bytea FROM maintenance_notifications n
      JOIN entities e ON e.id = n.entity_id WHERE n.id = ${id} AND ${transaction.within(sql`e.business_id`)}`)
  }

  findOne(transaction: ScopedTransaction, id: number, photoId: number): Promise<PhotoRow | undefined> {
    return transaction.row<PhotoRow>(
      sql`SELECT f.place, f.media_type, f.content FROM maintenance_photos f
        JOIN maintenance_notifications n ON n.id = f.notification_id
        JOIN entities e ON e.id = n.entity_id AND ${transaction.within(sql`e.business_id`)}
        WHERE f.id = ${photoId} AND f.notification_id = ${id}`,
    )
  }
}
