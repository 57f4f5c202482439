import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { TAG_TYPES, TAGGED_VEHICLE_TYPES } from '../tag-types.js'

/** Group that contains a tag. */
@ApiSchema({ name: 'GroupOfTag' })
export class GroupOfTagDto {
  @Whole() id: number
  @Text() name: string
}

/** Tag. */
@ApiSchema({ name: 'ManagedTag' })
export class ManagedTagDto {
  @Whole() id: number
  @Text() name: string
  @OneOf(TAG_TYPES) type: string
  @Whole({ nullable: true, description: 'Id of the business that has the tag; null for a tag of the whole installation' })
  business_id: number | null
  @Text({ nullable: true, description: 'Name of the business; null, too, for a business above the caller’s' }) business_name:
    | string
    | null
  @Whole({ nullable: true, description: 'The brand of a model, the engine brand of an engine model; null without one' })
  parent_id: number | null
  @Text({ nullable: true, description: 'Name of the brand or engine brand; null for tags of other types' }) parent_name:
    | string
    | null
  @OneOf(TAGGED_VEHICLE_TYPES, { nullable: true, description: 'For a tag that is a type: the vehicle type; null otherwise' })
  vehicle_type: string | null
  @ApiProperty({ type: [GroupOfTagDto] }) groups: GroupOfTagDto[]
  @Whole({ description: 'Number of vehicles in scope that have the tag' }) entities_count: number
  @Fact({ description: 'True if the caller may change it' }) editable: boolean
  @Moment() created_at: string
  @Moment() updated_at: string
  @Moment({ nullable: true, description: 'Null unless it was deleted' }) deleted_at: string | null
}

/** Group of tags. */
@ApiSchema({ name: 'TagGroup' })
export class TagGroupDto {
  @Whole() id: number
  @Text() name: string
  @Whole({ nullable: true, description: 'Id of the business that has the tag; null for a tag of the whole installation' })
  business_id: number | null
  @Text({ nullable: true, description: 'Name of the business; null, too, for a business above the caller’s' }) business_name:
    | string
    | null
  @Fact({ description: 'True for the three preset groups, which come first' }) preset: boolean
  @Whole({ description: 'Number of tags' }) tags_count: number
  @Whole({ nullable: true, description: 'Number of vehicles in scope with at least one of its tags; null in lists' })
  entities_count: number | null
  @Fact({ description: 'True if the caller may change it' }) editable: boolean
  @Moment() created_at: string
  @Moment() updated_at: string
  @Moment({ nullable: true, description: 'Null unless it was deleted' }) deleted_at: string | null
}
