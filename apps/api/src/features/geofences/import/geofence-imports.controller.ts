import { Body, Controller, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { Creates } from '../../../http/routes.decorator.js'
import { GeofenceImportsService } from './geofence-imports.service.js'
import { GeofenceImportDto, ImportGeofencesDto } from './import-geofences.dto.js'

@ApiTags('Alerts')
@Controller('geofences/imports')
export class GeofenceImportsController {
  constructor(private readonly imports: GeofenceImportsService) {}

  @Post()
  @RequirePermission('manage:alerts')
  @ApiOperation({
    summary: 'Import geofences',
    description: 'Creates geofences from a GeoJSON or KML file. Valid geofences are created, and the others are reported.',
  })
  @Creates(GeofenceImportDto)
  async import(@By() by: Acting, @Body() body: ImportGeofencesDto) {
    return { data: await this.imports.import(by, body) }
  }
}
