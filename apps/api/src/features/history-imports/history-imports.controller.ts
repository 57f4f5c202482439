import { Body, Controller, Post } from '@nestjs/common'
import { RouteConfig } from '@nestjs/platform-fastify'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { Creates } from '../../http/routes.decorator.js'
import { ResourceController } from '../../resources/index.js'
import { HistoryImportResultDto } from './dto/history-import.dto.js'
import { ImportHistoryDto, MAX_CONTENT_LENGTH } from './dto/import-history.dto.js'
import { HISTORY_IMPORT_LIST } from './history-import-list.js'
import { HistoryImportsService } from './history-imports.service.js'

/** Maximum size of the body in bytes: the file, and the other fields. */
const BODY_LIMIT_BYTES = MAX_CONTENT_LENGTH + 100_000

@ApiTags('History imports')
@Controller('history-imports')
export class HistoryImportsController extends ResourceController(HISTORY_IMPORT_LIST, HistoryImportsService, {
  thing: 'import',
  singular: 'an import of history',
  writes: 'manage:devices',
  delete: {
    isShown: true,
    summary: 'Undo an import of history',
    description:
      'Removes the positions and trips that the import has brought. The import stays in the list as undone. Undoing it again changes nothing.',
    problems: [409],
  },
}) {
  @Post()
  @RequirePermission('manage:devices')
  @RouteConfig({ bodyLimit: BODY_LIMIT_BYTES })
  @ApiOperation({
    summary: 'Import the history of a vehicle',
    description:
      'Takes the earlier rides of a vehicle from a GPX, KML, CSV or NDJSON file. A dry run reports what the file contains. The positions are processed like those of a tracker, but raise no alerts and no webhooks. Positions from times in which a tracker was on the vehicle are left out. The same file is taken only once.',
  })
  @Creates(HistoryImportResultDto, 413)
  async import(@By() by: Acting, @Body() body: ImportHistoryDto) {
    return { data: await this.service.create(by, body) }
  }
}
