import { Controller, Get, Inject } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { SignedIn } from '../../auth/require-permission.decorator.js'
import { AnswersAll } from '../../http/answers.decorator.js'
import { type Announcement, announcedTo } from './announcements.js'
import { AnnouncementDto } from './dto/announcement.dto.js'

export const ANNOUNCEMENTS = Symbol('announcements')

@ApiTags('Configuration')
@Controller('announcements')
export class AnnouncementsController {
  constructor(@Inject(ANNOUNCEMENTS) private readonly all: readonly Announcement[]) {}

  @Get()
  @SignedIn()
  @ApiOperation({
    summary: 'List announcements',
    description: 'Lists current and coming announcements of offers and fairs for the role of the caller, in all languages.',
  })
  @AnswersAll(AnnouncementDto)
  list(@CurrentCaller() { roleKey }: Caller) {
    const data = announcedTo(this.all, roleKey, Date.now()).map(({ id, kind, from, till, texts, link }): AnnouncementDto => ({
      id,
      kind,
      texts,
      shown_from: from,
      shown_till: till,
      link: link ?? null,
    }))
    return { data }
  }
}
