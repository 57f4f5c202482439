import { Module } from '@nestjs/common'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { ANNOUNCEMENTS, AnnouncementsController } from './announcements.controller.js'
import { announcementsIn } from './announcements.js'

@Module({
  controllers: [AnnouncementsController],
  providers: [
    {
      provide: ANNOUNCEMENTS,
      inject: [API_CONFIGURATION],
      useFactory: ({ ANNOUNCEMENTS_FILE: file }: ApiConfiguration) => (file === undefined ? [] : announcementsIn(file)),
    },
  ],
})
export class AnnouncementsModule {}
