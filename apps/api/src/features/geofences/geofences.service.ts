import { Inject, Injectable } from '@nestjs/common'
import type { Acting } from '../../auth/acting.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { invalid } from '../../http/problems.js'
import { type Finding, ownerIn, ResourceService } from '../../resources/index.js'
import { absent } from '../../texts/platform.js'
import type { CreateGeofenceDto, GeofenceDto, UpdateGeofenceDto } from './dto/geofence.dto.js'
import { GEOFENCE_LIST, type GeofenceRow, GeofencesRepository } from './geofences.repository.js'

/** Places that alert rules refer to. */
@Injectable()
export class GeofencesService extends ResourceService<GeofenceRow, GeofenceDto> {
  @Inject(GeofencesRepository) private readonly geofences: GeofencesRepository
  protected readonly thing = 'geofence'
  protected readonly toDto = GEOFENCE_LIST.toDto
  protected readonly audited = ({ name, description, kind, shape, reach_m, limit_kph }: GeofenceRow) => ({
    name,
    description,
    kind,
    reach_m,
    limit_kph,
    points: JSON.stringify(shape.coordinates).slice(0, 500),
  })

  create(by: Acting, { business_id, ...body }: CreateGeofenceDto): Promise<GeofenceDto> {
    return this.make(by, 'geofence.create', async (transaction) => {
      const owner = await ownerIn(transaction, by.caller, business_id)
      const id = await this.geofences.add(transaction, owner, body, by.caller.userId)
      if (id === undefined) throw invalid({ business_id: [absent('business')] })
      return id
    })
  }

  update(by: Acting, id: number, body: UpdateGeofenceDto, ifMatch: string | null): Promise<GeofenceDto> {
    return this.change(by, id, 'geofence.update', (transaction) => this.geofences.save(transaction, id, body), { ifMatch })
  }

  delete(by: Acting, id: number): Promise<void> {
    return this.remove(by, id, 'geofence.delete', (transaction) => this.geofences.remove(transaction, id))
  }

  protected find(transaction: ScopedTransaction, id: number, { isLocked }: Finding): Promise<GeofenceRow | undefined> {
    return this.geofences.findOne(transaction, id, isLocked)
  }
}
