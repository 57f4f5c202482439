import { ApiSchema } from '@nestjs/swagger'
import { Moment, Text } from '../../../http/properties.js'

@ApiSchema({ name: 'CalendarLink' })
export class CalendarLinkDto {
  @Moment({ nullable: true, description: 'When the link was created; null if there is none' }) created_at: string | null
  @Moment({ nullable: true, description: 'Time when a calendar program last used the link; null if none ever did' })
  last_read_at: string | null
}

@ApiSchema({ name: 'NewCalendarLink' })
export class NewCalendarLinkDto {
  @Text({
    description:
      'Address to which a calendar program subscribes; returned only once. It begins with the portal’s address if that is configured',
  })
  url: string
}
