import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { existing } from '../../../http/problems.js'
import { addedOnce, MAX_PHOTOS, type PhotoFile, photoFile, sentPhoto } from '../../../photos/index.js'
import type { MaintenancePhotoDto } from './dto/notification.dto.js'
import { NotificationsRepository } from './notifications.repository.js'
import { ServicePhotosRepository } from './photos.repository.js'
import { say } from './texts.js'

/** Photos of a service. They are added one by one, before or after the service is done. */
@Injectable()
export class ServicePhotosService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly notifications: NotificationsRepository,
    private readonly photos: ServicePhotosRepository,
    private readonly audit: AuditLog,
  ) {}

  add(by: Acting, id: number, base64: string): Promise<MaintenancePhotoDto> {
    const sent = sentPhoto(base64)
    return this.database.write(by.caller.scope, async (transaction) => {
      const one = await this.found(transaction, by.caller, id, true)
      return addedOnce(sent, {
        all: async () => (await this.found(transaction, by.caller, id)).photos,
        add: async (place) => {
          await this.photos.add(transaction, id, { place, ...sent })
          await this.audit.record(transaction, by, 'maintenance-notification.photo', {
            id,
            businessId: one.business_id,
            after: { name: one.plan.title, entity: one.entity.name, place },
          })
        },
        tooMany: say('too-many-photos', { max: MAX_PHOTOS }),
      })
    })
  }

  list(caller: Caller, id: number): Promise<MaintenancePhotoDto[]> {
    return this.database.read(caller.scope, async (transaction) => (await this.found(transaction, caller, id)).photos)
  }

  get(caller: Caller, id: number, photoId: number): Promise<PhotoFile> {
    return this.database.read(caller.scope, async (transaction) => {
      await this.found(transaction, caller, id)
      const { place, media_type, content } = existing(await this.photos.findOne(transaction, id, photoId), 'photo')
      return photoFile(`service-${id}-${place}`, media_type, content)
    })
  }

  private async found(transaction: ScopedTransaction, caller: Caller, id: number, isLocked = false) {
    return existing(await this.notifications.findOne(transaction, id, { caller, isLocked }), 'maintenance-notification')
  }
}
