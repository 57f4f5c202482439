import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'

/** Vehicle of a service book. */
export interface BookedVehicle {
  name: string
  license_plate: string | null
  frame_number: string | null
  brand: string | null
  model: string | null
  business_name: string
}

/** Completed service. */
export interface BookedService {
  done_at: Date
  plan: string
  trigger: string
  odometer_m: number | null
  cost_minor: number | null
  currency: string | null
  note: string | null
  done_by: string | null
}

/** Completed services of vehicles in scope. */
@Injectable()
export class ServiceBookRepository {
  findVehicle(transaction: ScopedTransaction, entityId: number): Promise<BookedVehicle | undefined> {
    return transaction.row<
      BookedVehicle & Record<string, unknown>
    >(sql`SELECT e.name, e.license_plate, e.frame_number, e.brand, e.model,
        b.name AS business_name
      FROM entities e JOIN businesses b ON b.id = e.business_id
      WHERE e.id = ${entityId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`)
  }

  /** Returns the services, oldest first. Includes services of deleted plans. */
  findServices(transaction: ScopedTransaction, entityId: number): Promise<BookedService[]> {
    return transaction.rows<
      BookedService & Record<string, unknown>
    >(sql`SELECT n.completed_at AS done_at, g.title AS plan, t.name AS trigger,
        n.odometer_m, n.cost_minor, n.currency, n.note, (SELECT u.first_name || ' ' || u.last_name FROM users u
          WHERE u.id = n.completed_by AND ${transaction.within(sql`u.business_id`)}) AS done_by
      FROM maintenance_notifications n
      JOIN maintenance_triggers t ON t.id = n.trigger_id
      JOIN maintenance_plans g ON g.id = n.plan_id AND ${transaction.within(sql`g.business_id`)}
      JOIN entities e ON e.id = n.entity_id AND ${transaction.within(sql`e.business_id`)}
      WHERE n.entity_id = ${entityId} AND n.completed_at IS NOT NULL ORDER BY n.completed_at, n.id LIMIT 5000`)
  }
}
