import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Moment, OneOf, Text } from '../../../http/properties.js'
import { KINDS } from '../announcements.js'

@ApiSchema({ name: 'AnnouncementWords' })
export class AnnouncementWordsDto {
  @Text() title: string
  @Text() text: string
}

@ApiSchema({ name: 'AnnouncementTexts' })
export class AnnouncementTextsDto {
  @ApiProperty({ type: () => AnnouncementWordsDto }) en: AnnouncementWordsDto
  @ApiProperty({ type: () => AnnouncementWordsDto }) nl: AnnouncementWordsDto
  @ApiProperty({ type: () => AnnouncementWordsDto }) de: AnnouncementWordsDto
  @ApiProperty({ type: () => AnnouncementWordsDto }) fr: AnnouncementWordsDto
}

/** Offer or fair. It is shown from one moment until another. */
@ApiSchema({ name: 'Announcement' })
export class AnnouncementDto {
  @Text({ description: 'Stays the same while it is announced', example: 'offer-2026' }) id: string
  @OneOf(KINDS) kind: (typeof KINDS)[number]
  @Moment() shown_from: string
  @Moment() shown_till: string
  @ApiProperty({ type: () => AnnouncementTextsDto }) texts: AnnouncementTextsDto
  @Text({ nullable: true, description: 'Address with more information' }) link: string | null
}
