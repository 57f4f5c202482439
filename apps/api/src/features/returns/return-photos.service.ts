import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { existing, notFound, Problem } from '../../http/problems.js'
import { addedOnce, MAX_PHOTOS, type PhotoFile, photoFile, sentPhoto } from '../../photos/index.js'
import type { ReturnPhotoDto } from './dto/return.dto.js'
import { ReturnPhotosRepository } from './return-photos.repository.js'
import { ReturnsRepository } from './returns.repository.js'
import { say } from './texts.js'

/**
 * Photos of a return. They are added one by one, so that a phone that loses its connection can send the remaining photos
 * later.
 */
@Injectable()
export class ReturnPhotosService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly returns: ReturnsRepository,
    private readonly photos: ReturnPhotosRepository,
    private readonly audit: AuditLog,
  ) {}

  add(by: Acting, returnId: number, base64: string): Promise<ReturnPhotoDto> {
    const sent = sentPhoto(base64)
    return this.database.write(by.caller.scope, async (transaction) => {
      const one = existing(await this.returns.lock(transaction, returnId), 'return')
      return addedOnce(sent, {
        all: async () => (await this.returns.findOne(transaction, returnId))?.photos ?? [],
        assertOpen: () => {
          if (one.state !== 'open') throw new Problem('conflict', say('closed-already', { state: say(`state.${one.state}`) }))
        },
        add: async (place) => {
          await this.photos.add(transaction, returnId, place, sent.type, sent.content)
          await this.audit.record(transaction, by, 'return.photo', {
            type: 'device',
            id: one.device_id ?? 0,
            businessId: one.business_id,
            after: { imei: one.imei, number: one.number, place },
          })
        },
        tooMany: say('too-many-photos', { max: MAX_PHOTOS }),
      })
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
