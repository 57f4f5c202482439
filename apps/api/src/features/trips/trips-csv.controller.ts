import { Controller, Post, Query } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { CsvExports, type MailedCsvDto, MailedCsvParameters } from '../../exports/index.js'
import { ListParameters } from '../../lists/list-parameters.decorator.js'
import type { One } from '../../http/page.dto.js'
import { TRIP_CSV_COLUMNS, TRIP_CSV_FIELDS } from './trip-csv.js'

const time = (name: string, description: string) =>
  ApiQuery({ name, required: false, schema: { type: 'string', format: 'date-time' }, description })

@ApiTags('Trips')
@Controller('entities/trips')
export class TripsCsvController {
  constructor(private readonly csv: CsvExports) {}

  @Post('csv')
  @RequirePermission('read:map')
  @ApiOperation({
    description:
      'Mails trips as CSV to who asks, the newest first unless told otherwise; without those of customers whose whereabouts are hidden from the caller',
  })
  @ListParameters(TRIP_CSV_FIELDS)
  @time('from', 'Trips that started at or after this time')
  @time('till', 'Trips that started at or before this time')
  @MailedCsvParameters(TRIP_CSV_COLUMNS)
  async mailCsv(@By() by: Acting, @Query() query: Record<string, string>): Promise<One<MailedCsvDto>> {
    const ordered = { orderBy: 'trip_started_at', ...query }
    return { data: { job_id: await this.csv.ask(by, 'trips', ordered) } }
  }
}
