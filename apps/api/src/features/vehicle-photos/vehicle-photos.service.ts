import { createHash } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { existing, Problem } from '../../http/problems.js'
import { MAX_PHOTOS, type PhotoFile, photoFile, photoIn } from '../../photos/index.js'
import { say } from './texts.js'
import type { VehiclePhotoDto } from './vehicle-photo.dto.js'
import { VehiclePhotosRepository } from './vehicle-photos.repository.js'

/** What a vehicle looks like, for whoever has to find it among others. */
@Injectable()
export class VehiclePhotosService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly photos: VehiclePhotosRepository,
    private readonly audit: AuditLog,
  ) {}

  /** The same picture sent again is the one that is there already. */
  add(by: Acting, id: number, base64: string): Promise<VehiclePhotoDto> {
    const { type, content } = photoIn(base64)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const isSame = (photo: VehiclePhotoDto) => photo.sha256 === sha256
    return this.database.write(by.caller.scope, async (transaction) => {
      const { business_id: businessId } = existing(await this.photos.lockVehicle(transaction, id), 'entity')
      const before = await this.photos.findAll(transaction, id)
      const there = before.find(isSame)
      if (there) return there
      if (before.length >= MAX_PHOTOS) throw new Problem('conflict', say('too-many', { max: MAX_PHOTOS }))
      await this.photos.add(transaction, id, type, content)
      await this.audit.record(transaction, by, 'entity.photo-add', { id, businessId, after: { sha256 } })
      const added = (await this.photos.findAll(transaction, id)).find(isSame)
      if (!added) throw new Error('a photo that was just added is not there')
      return added
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
