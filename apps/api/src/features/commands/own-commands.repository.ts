import { Injectable } from '@nestjs/common'
import type { ClientBase } from 'pg'
import { sql } from '../../database/sql.js'

/** Tracker that a command is for, with its vehicle and business. */
interface Addressee {
  device_id: number
  entity_id: number
  business_id: number
}

interface OwnCommand {
  text: string
  /** Minutes to wait before the command is sent. */
  pauseMin: number
  /** Days after which the command expires. */
  waitsDays: number
}

/** Commands that jobs of the API send. The queries run in the job's transaction and serve every business. */
@Injectable()
export class OwnCommandsRepository {
  /** @returns the new id */
  async queue(client: ClientBase, to: Addressee, { text, pauseMin, waitsDays }: OwnCommand): Promise<number> {
    const { rows } = await client.query<{ id: number }>(
      sql`INSERT INTO device_commands
        (device_id, entity_id, business_id, kind, text, not_before, expires_at)
      VALUES (${to.device_id}, ${to.entity_id}, ${to.business_id}, 'text', ${text}, now() + make_interval(mins => ${pauseMin}),
        now() + make_interval(days => ${waitsDays}))
      RETURNING id`.toQuery(),
    )
    return rows[0]!.id
  }

  /** Cancels a command. A command that was already sent stays. */
  async cancel(client: ClientBase, id: number): Promise<void> {
    await client.query(
      sql`UPDATE device_commands SET state = 'cancelled', ended_at = now() WHERE id = ${id} AND state = 'queued'`.toQuery(),
    )
  }
}
