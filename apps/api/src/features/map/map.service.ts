import { createHash } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { ConsumerViews } from '../../audit/consumer-views.js'
import type { Acting } from '../../auth/acting.js'
import { RequestDatabase } from '../../database/request-database.js'
import { MapRepository } from './map.repository.js'
import { toMarkerColumns } from './marker-columns.js'

@Injectable()
export class MapService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly map: MapRepository,
    private readonly views: ConsumerViews,
  ) {}

  /** Returns the response as text, so that it is serialised only once. Its ETag changes exactly when a marker changes. */
  async markers(by: Acting): Promise<{ etag: string; body: string }> {
    const rows = await this.database.read(by.caller.scope, (transaction) => this.map.findMarkers(transaction, by.caller))
    const entityIds = rows.flatMap((row) => (row.is_consumers && row.latitude !== null ? [row.id] : []))
    await this.views.note(by, { entityIds, kind: 'markers' })
    const columns = JSON.stringify(toMarkerColumns(rows))
    const etag = `W/"${createHash('sha256').update(columns).digest('base64url').slice(0, 27)}"`
    const head = JSON.stringify({ generated_at: new Date().toISOString(), count: rows.length }).slice(0, -1)
    return { etag, body: `{"data":${head},"columns":${columns}}}` }
  }
}
