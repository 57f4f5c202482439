import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../resources/index.js'
import { CreateGeofenceDto, UpdateGeofenceDto } from './dto/geofence.dto.js'
import { GEOFENCE_LIST } from './geofences.repository.js'
import { GeofencesService } from './geofences.service.js'

@ApiTags('Alerts')
@Controller('geofences')
export class GeofencesController extends ResourceController(GEOFENCE_LIST, GeofencesService, {
  thing: 'geofence',
  singular: 'a geofence',
  writes: 'manage:alerts',
  create: {
    body: CreateGeofenceDto,
    description: 'Creates a geofence: a circle, a polygon or a corridor, with an optional speed limit.',
  },
  update: {
    body: UpdateGeofenceDto,
    description: 'Changes a geofence. A new shape or limit applies from now on; earlier alerts stay.',
  },
  delete: { description: 'Deletes a geofence. It raises no more alerts; earlier alerts stay.' },
}) {}
