import { ApiSchema } from '@nestjs/swagger'
import { Moment, Text } from '../../../http/properties.js'

@ApiSchema({ name: 'CalendarLink' })
export class CalendarLinkDto {
  @Moment({ nullable: true, description: 'Null: there is none' }) created_at: string | null
  @Moment({ nullable: true, description: 'When a calendar asked last' }) last_read_at: string | null
}

@ApiSchema({ name: 'NewCalendarLink' })
export class NewCalendarLinkDto {
  @Text({
    description: 'For a calendar programme to subscribe to; shown this once. Below the portal’s own address where it has one',
  })
  url: string
}
