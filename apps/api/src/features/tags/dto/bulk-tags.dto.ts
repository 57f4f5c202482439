import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { FlagField, IdsField, WordField } from '../../../http/body-fields.js'
import { ListOf, OneOf, Text, Whole } from '../../../http/properties.js'
import { ids } from '../../../texts/platform.js'
import { Sentence } from '../../../texts/sentence.js'
import { say } from '../texts.js'

/** Maximum entities that one call may tag. */
const MAX_TAGGED = 1_000
const MAX_TAGS_AT_ONCE = 50

const ON_CONFLICT = ['refuse', 'replace'] as const

/** Tags to add to entities and to remove from them. */
@ApiSchema({ name: 'BulkTags' })
export class BulkTagsDto {
  @IdsField('entities', { max: MAX_TAGGED, none: ids('no-entities') }) entities: number[]

  @IdsField('tags to add', { max: MAX_TAGS_AT_ONCE }) attach?: number[]

  @IdsField('tags to remove', { max: MAX_TAGS_AT_ONCE }) detach?: number[]

  @WordField(ON_CONFLICT, { optional: true })
  on_conflict?: (typeof ON_CONFLICT)[number]

  @FlagField('True to report what would happen, without changing anything') dry_run?: boolean
}

/** Reasons why an entity was not tagged. The keys never change, so that clients can translate the reasons. */
export const TAGGING_FAILURES = {
  not_found: say('not-found'),
  unregistered: say('unregistered'),
  other_business: say('other-business'),
  conflict: say('carries-another'),
  changed_since: say('changed-since'),
} as const
export type TaggingFailure = keyof typeof TAGGING_FAILURES

/** Present value of an entity that can have only one tag of this type (G-65). */
@ApiSchema({ name: 'TagConflict' })
export class TagConflictDto {
  @Text({ description: 'Type of tag' }) type: string
  @Text({ description: 'Present value of that type' }) present: string
}

@ApiSchema({ name: 'TaggedEntity' })
export class TaggedEntityDto {
  @Whole() id: number
  @Text({ nullable: true, description: 'Null when there is no such entity' }) name: string | null
  @OneOf(['changed', 'unchanged', 'failed']) result: string
  @OneOf(Object.keys(TAGGING_FAILURES), { nullable: true }) reason: TaggingFailure | null
  @Text({ nullable: true }) message: Sentence | null
  @ApiProperty({ type: [TagConflictDto] }) conflicts: TagConflictDto[]
  @ListOf('integer') attached: number[]
  @ListOf('integer') detached: number[]
}

/** Outcome for each entity. */
@ApiSchema({ name: 'BulkTagsResult' })
export class BulkTagsResultDto {
  @Whole({ nullable: true, description: 'Id with which the change can be undone within a day; null if nothing was changed' })
  undo_id: number | null
  @Whole() changed: number
  @Whole() unchanged: number
  @Whole() failed: number
  @ApiProperty({ type: [TaggedEntityDto] }) results: TaggedEntityDto[]
}
