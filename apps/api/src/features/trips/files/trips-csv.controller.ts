import { Controller, Post, Query } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { CsvExports, MailedCsvParameters } from '../../../exports/index.js'
import { ListParameters } from '../../../lists/list-parameters.decorator.js'
import { TRIP_LIST } from '../trip-list.js'

@ApiTags('Trips')
@Controller('entities/trips')
export class TripsCsvController {
  constructor(private readonly csv: CsvExports) {}

  @Post('csv')
  @RequirePermission('read:map')
  @ApiOperation({
    summary: 'Mail trips as CSV',
    description:
      'Mails trips as CSV to the caller, newest first by default. Trips of customers whose location is hidden from the caller are left out.',
  })
  @ListParameters(TRIP_LIST.fields)
  @MailedCsvParameters(TRIP_LIST.csv.columns)
  async mailCsv(@By() by: Acting, @Query() query: Record<string, string>) {
    return { data: { job_id: await this.csv.ask(by, 'trips', { orderBy: 'trip_started_at', ...query }) } }
  }
}
