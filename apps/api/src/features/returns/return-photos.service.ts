import { createHash } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { existing, notFound, Problem } from '../../http/problems.js'
import { MAX_PHOTOS, type PhotoFile, photoFile, photoIn } from '../../photos/index.js'
import type { ReturnPhotoDto } from './dto/return.dto.js'
import { ReturnPhotosRepository } from './return-photos.repository.js'
import { ReturnsRepository } from './returns.repository.js'
import { say } from './texts.js'

/** Photos of a return, one by one: a phone that loses its connection half-way sends the rest later. */
@Injectable()
export class ReturnPhotosService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly returns: ReturnsRepository,
    private readonly photos: ReturnPhotosRepository,
    private readonly audit: AuditLog,
  ) {}

  /** The same picture sent again is the one that is there already. */
  add(by: Acting, returnId: number, base64: string): Promise<ReturnPhotoDto> {
    const { type, content } = photoIn(base64)
    const sha256 = createHash('sha256').update(content).digest('hex')
    return this.database.write(by.caller.scope, async (transaction) => {
      const one = existing(await this.returns.lock(transaction, returnId), 'return')
      const isSame = (photo: ReturnPhotoDto) => photo.sha256 === sha256
      const there = one.photos.find(isSame)
      if (there) return there
      if (one.state !== 'open') throw new Problem('conflict', say('closed-already', { state: say(`state.${one.state}`) }))
      if (one.photos.length >= MAX_PHOTOS) throw new Problem('conflict', say('too-many-photos', { max: MAX_PHOTOS }))
      await this.photos.add(transaction, returnId, one.photos.length + 1, type, content)
      const added = (await this.returns.findOne(transaction, returnId))?.photos.find(isSame)
      if (!added) throw new Error('a photo that was just added is not there')
      await this.audit.record(transaction, by, 'return.photo', {
        type: 'device',
        id: one.device_id ?? 0,
        businessId: one.business_id,
        after: { imei: one.imei, number: one.number, place: added.place },
      })
      return added
    })
  }

  async get(caller: Caller, returnId: number, id: number): Promise<PhotoFile> {
    const found = await this.database.read(caller.scope, async (transaction) => {
      if (!(await this.returns.findOne(transaction, returnId))) throw notFound('return')
      return this.photos.find(transaction, returnId, id)
    })
    if (!found) throw notFound('photo')
    const { number, place, media_type: type, content } = found
    return photoFile(`${number}-${place}`, type, content)
  }
}
