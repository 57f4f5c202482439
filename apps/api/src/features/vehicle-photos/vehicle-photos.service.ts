import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { existing } from '../../http/problems.js'
import { addedOnce, MAX_PHOTOS, type PhotoFile, photoFile, sentPhoto } from '../../photos/index.js'
import { say } from './texts.js'
import type { VehiclePhotoDto } from './vehicle-photo.dto.js'
import { VehiclePhotosRepository } from './vehicle-photos.repository.js'

/** Photos of a vehicle. They help users to recognise it among others. */
@Injectable()
export class VehiclePhotosService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly photos: VehiclePhotosRepository,
    private readonly audit: AuditLog,
  ) {}

  add(by: Acting, id: number, base64: string): Promise<VehiclePhotoDto> {
    const sent = sentPhoto(base64)
    return this.database.write(by.caller.scope, async (transaction) => {
      const { business_id: businessId } = existing(await this.photos.lockVehicle(transaction, id), 'entity')
      return addedOnce(sent, {
        all: () => this.photos.findAll(transaction, id),
        add: async () => {
          await this.photos.add(transaction, id, sent.type, sent.content)
          await this.audit.record(transaction, by, 'entity.photo-add', { id, businessId, after: { sha256: sent.sha256 } })
        },
        tooMany: say('too-many', { max: MAX_PHOTOS }),
      })
    })
  }

  list({ scope }: Caller, id: number): Promise<VehiclePhotoDto[]> {
    return this.database.read(scope, async (transaction) => {
      existing(await this.photos.findVehicle(transaction, id), 'entity')
      return this.photos.findAll(transaction, id)
    })
  }

  get({ scope }: Caller, id: number, photoId: number): Promise<PhotoFile> {
    return this.database.read(scope, async (transaction) => {
      existing(await this.photos.findVehicle(transaction, id), 'entity')
      const { media_type, content } = existing(await this.photos.findContent(transaction, id, photoId), 'photo')
      return photoFile(`vehicle-${id}-${photoId}`, media_type, content)
    })
  }

  remove(by: Acting, id: number, photoId: number): Promise<void> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const { business_id: businessId } = existing(await this.photos.lockVehicle(transaction, id), 'entity')
      const all = await this.photos.findAll(transaction, id)
      const { sha256 } = existing(
        all.find((photo) => photo.id === photoId),
        'photo',
      )
      await this.photos.remove(transaction, id, photoId)
      await this.audit.record(transaction, by, 'entity.photo-remove', { id, businessId, before: { sha256 } })
    })
  }
}
