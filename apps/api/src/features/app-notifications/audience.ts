import type { NotificationRecipientsDto, ToldRecipientsDto } from './dto/app-notification.dto.js'

/** Returns an audience (a selection of recipients) with all its fields. Absent fields get their default. */
export const wholeAudience = ({ kind, ...named }: NotificationRecipientsDto): ToldRecipientsDto => {
  const isAll = kind === 'all'
  return {
    kind,
    tag_ids: isAll ? [] : (named.tag_ids ?? []),
    business_ids: isAll ? [] : (named.business_ids ?? []),
    brand: isAll ? null : (named.brand ?? null),
    model: isAll ? null : (named.model ?? null),
    consumer_ids: isAll ? [] : (named.consumer_ids ?? []),
  }
}

/**
 * Returns whether a selection has criteria for vehicles. Without criteria, a selection contains only consumers who were
 * picked one by one.
 */
export const choosesVehicles = ({ tag_ids, business_ids, brand, model }: ToldRecipientsDto) =>
  tag_ids.length > 0 || business_ids.length > 0 || brand !== null || model !== null

export const isNobody = (audience: ToldRecipientsDto): boolean =>
  audience.kind === 'selection' && !choosesVehicles(audience) && audience.consumer_ids.length === 0
