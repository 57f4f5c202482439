import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { OwnTripRestsDto } from '../dto/trip-rests.dto.js'

/** Rest time for a type of vehicle, and the business that set it. */
export interface RestRow {
  vehicle_type: string
  rest_minutes: number
  from_id: number
  from_name: string
}

@Injectable()
export class TripRestsRepository {
  /** Finds the rest times that a business and its parents set. */
  find(transaction: ScopedTransaction, businessId: number): Promise<RestRow[]> {
    return transaction.rows<RestRow>(sql`SELECT vehicle_type, rest_minutes, from_id, from_name FROM trip_rests_of(${businessId})`)
  }

  /** @param own all rest times of the business itself */
  async put(transaction: ScopedTransaction, businessId: number, own: OwnTripRestsDto['rests']): Promise<void> {
    await transaction.rows(sql`DELETE FROM trip_rests r WHERE r.business_id = ${businessId} AND ${transaction.within(sql`r.business_id`)}
      AND r.vehicle_type <> ALL (${own.map(({ vehicle_type }) => vehicle_type)}::text[])`)
    await transaction.rows(sql`INSERT INTO trip_rests (business_id, vehicle_type, rest_minutes)
      SELECT ${businessId}, vehicle_type, rest_minutes
      FROM jsonb_to_recordset(${JSON.stringify(own)}::jsonb) AS own (vehicle_type text, rest_minutes smallint)
      ON CONFLICT (business_id, vehicle_type) DO UPDATE SET rest_minutes = excluded.rest_minutes`)
  }
}
