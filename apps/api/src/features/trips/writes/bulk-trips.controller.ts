import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { BulkDeletion } from '../../../bulk/index.js'
import { TripWritesService } from './trip-writes.service.js'

const TRIPS = { kind: 'trip', what: 'trips', permission: 'delete:entity', schema: 'BulkTrips' } as const

@ApiTags('Trips')
@Controller('trips/bulk')
export class BulkTripsController extends BulkDeletion(TRIPS) {
  constructor(writes: TripWritesService) {
    super({
      begin: (transaction, _ids, isDeleted, by) => async (id) => {
        await writes.setDeleted(transaction, by, id, isDeleted)
        return { before: null }
      },
    })
  }
}
