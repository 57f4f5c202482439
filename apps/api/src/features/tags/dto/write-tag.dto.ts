import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import type { VehicleType } from '@roadbook/contracts'
import { IdField, IdsField, OptionalIdField, RequiredLine, WordField } from '../../../http/body-fields.js'
import { ListOf, Whole } from '../../../http/properties.js'
import { TAG_TYPES, TAGGED_VEHICLE_TYPES, type TagType } from '../tag-types.js'
import { ids } from '../../../texts/platform.js'

const MAX_NAME_LENGTH = 100
/** Maximum tags that one call may add to a group. */
const MAX_TAGS = 200
const OWNER =
  'Id of the owning business. Default: the business of the caller. Null shares it with all businesses, which only super admins may do'

@ApiSchema({ name: 'UpdateTag' })
export class UpdateTagDto {
  @RequiredLine('name', { maxLength: MAX_NAME_LENGTH }) name: string

  @OptionalIdField('tag', 'For a model: id of its brand. For an engine model: id of its engine brand') parent_id?: number | null

  @WordField(TAGGED_VEHICLE_TYPES, { optional: true }) vehicle_type?: VehicleType
}

@ApiSchema({ name: 'CreateTag' })
export class CreateTagDto extends UpdateTagDto {
  @WordField(TAG_TYPES) type: TagType

  @OptionalIdField('business', OWNER) business_id?: number | null

  @IdsField('tag groups to which the tag is added', { max: MAX_TAGS }) groups?: number[]
}

@ApiSchema({ name: 'MergeTag' })
export class MergeTagDto {
  @IdField('tag') into: number
}

@ApiSchema({ name: 'UpdateTagGroup' })
export class UpdateTagGroupDto {
  @RequiredLine('name', { maxLength: MAX_NAME_LENGTH }) name: string
}

@ApiSchema({ name: 'CreateTagGroup' })
export class CreateTagGroupDto extends UpdateTagGroupDto {
  @OptionalIdField('business', OWNER) business_id?: number | null

  @IdsField('tags in the group', { max: MAX_TAGS }) tags?: number[]
}

/** Tags to add to a group or to remove from it. */
@ApiSchema({ name: 'GroupTags' })
export class GroupTagsDto {
  @IdField('tag-group') group_id: number

  @IdsField('tags', { max: MAX_TAGS, none: ids('no-tags') }) tags: number[]
}

@ApiSchema({ name: 'AddTagToGroup' })
export class AddTagToGroupDto {
  @IdField('tag-group') group_id: number

  @IdField('tag') tag_id: number
}

/** Tags of a group after a change. */
@ApiSchema({ name: 'TagsOfGroup' })
export class TagsOfGroupDto {
  @Whole() group_id: number
  @ListOf('integer', { description: 'Ids of the tags that this call added or removed' }) changed: number[]
  @ApiProperty({ type: 'integer', description: 'Number of tags in the group that the caller sees' }) tags_count: number
}
