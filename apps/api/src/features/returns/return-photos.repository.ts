import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { PhotoType } from '../../photos/index.js'

/** Contents of photos of returns in scope. */
@Injectable()
export class ReturnPhotosRepository {
  /** @param place number of the photo within the return, 1 to 5 */
  async add(transaction: ScopedTransaction, returnId: number, place: number, type: PhotoType, content: Buffer): Promise<void> {
    await transaction.rows(sql`INSERT INTO device_return_photos (return_id, place, media_type, content)
      SELECT r.id, ${place}::smallint, ${type}, ${content}::bytea FROM device_returns r
      WHERE r.id = ${returnId} AND ${transaction.within(sql`r.business_id`)}`)
  }

  find(
    transaction: ScopedTransaction,
    returnId: number,
    id: number,
  ): Promise<{ number: string; place: number; media_type: PhotoType; content: Buffer } | undefined> {
    return transaction.row(sql`SELECT r.number, p.place, p.media_type, p.content
      FROM device_return_photos p JOIN device_returns r ON r.id = p.return_id
      WHERE p.id = ${id} AND r.id = ${returnId} AND ${transaction.within(sql`r.business_id`)}`)
  }
}
