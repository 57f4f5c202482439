import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../resources/index.js'
import { CreateGeofenceDto, UpdateGeofenceDto } from './dto/geofence.dto.js'
import { GEOFENCE_LIST } from './geofences.repository.js'
import { GeofencesService } from './geofences.service.js'

@ApiTags('Alerts')
@Controller('geofences')
export class GeofencesController extends ResourceController(GEOFENCE_LIST, GeofencesService, {
  of: 'geofence',
  writes: 'manage:alerts',
  create: { body: CreateGeofenceDto },
  update: { body: UpdateGeofenceDto, description: 'Another shape or limit speaks from now on; what was told before stands' },
  delete: { description: 'Nothing more is told of it; what was told stays' },
}) {}
