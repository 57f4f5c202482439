import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { CasePhotoDto } from '../dto/case-room.dto.js'

/** Photos of cases in scope. A case has only a few photos. They are numbered in the order of upload. */
@Injectable()
export class CasePhotosRepository {
  findAll(transaction: ScopedTransaction, caseId: number): Promise<CasePhotoDto[]> {
    return transaction.rows<CasePhotoDto>(sql`SELECT f.id, (row_number() OVER (ORDER BY f.id))::int AS place,
        'image/jpeg' AS media_type, octet_length(f.content) AS bytes, encode(f.sha256, 'hex') AS sha256
      FROM missing_case_photos f JOIN missing_cases m ON m.id = f.case_id JOIN entities e ON e.id = m.entity_id
      WHERE f.case_id = ${caseId} AND ${transaction.within(sql`e.business_id`)} ORDER BY f.id`)
  }

  async findContent(transaction: ScopedTransaction, caseId: number, id: number): Promise<Buffer | undefined> {
    const found = await transaction.row<{ content: Buffer }>(sql`SELECT f.content
      FROM missing_case_photos f JOIN missing_cases m ON m.id = f.case_id JOIN entities e ON e.id = m.entity_id
      WHERE f.id = ${id} AND f.case_id = ${caseId} AND ${transaction.within(sql`e.business_id`)}`)
    return found?.content
  }

  /** Finds the photos in their order, for the evidence. */
  async findContents(transaction: ScopedTransaction, caseId: number): Promise<Buffer[]> {
    const found = await transaction.rows<{ content: Buffer }>(sql`SELECT f.content
      FROM missing_case_photos f JOIN missing_cases m ON m.id = f.case_id JOIN entities e ON e.id = m.entity_id
      WHERE f.case_id = ${caseId} AND ${transaction.within(sql`e.business_id`)} ORDER BY f.id`)
    return found.map(({ content }) => content)
  }

  async add(transaction: ScopedTransaction, caseId: number, content: Buffer): Promise<void> {
    await transaction.rows(sql`INSERT INTO missing_case_photos (case_id, content)
      SELECT m.id, ${content}::bytea FROM missing_cases m JOIN entities e ON e.id = m.entity_id
      WHERE m.id = ${caseId} AND ${transaction.within(sql`e.business_id`)}`)
  }

  async remove(transaction: ScopedTransaction, caseId: number, id: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM missing_case_photos f USING missing_cases m, entities e
      WHERE f.id = ${id} AND f.case_id = ${caseId} AND m.id = f.case_id AND e.id = m.entity_id
        AND ${transaction.within(sql`e.business_id`)}`)
  }
}
