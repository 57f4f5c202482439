import { Inject, Injectable } from '@nestjs/common'
import { Gauge, type Registry } from 'prom-client'
import { API_METRICS } from '../configuration.js'
import { BackupsRepository } from './backups.repository.js'

/** Reports the age of the newest backup when Prometheus asks. Every API process reports the same. */
@Injectable()
export class BackupMetrics {
  constructor(@Inject(API_METRICS) registry: Registry, backups: BackupsRepository) {
    new Gauge({
      name: 'backup_taken_timestamp_seconds',
      help: 'Moment of the data in the newest backup; absent without a backup, and while the database does not answer',
      registers: [registry],
      async collect() {
        const at = await backups.newestAt().catch(() => undefined)
        this.remove()
        if (at !== undefined) this.set(at)
      },
    })
  }
}
