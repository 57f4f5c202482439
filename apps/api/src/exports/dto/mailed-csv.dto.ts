import { ApiSchema } from '@nestjs/swagger'
import { Text } from '../../http/properties.js'

/** Job for a CSV file that is sent by mail. */
@ApiSchema({ name: 'MailedCsv' })
export class MailedCsvDto {
  @Text({ description: 'UUID of the job that makes the file. `GET /jobs/{id}` returns its progress' }) job_id: string
}
