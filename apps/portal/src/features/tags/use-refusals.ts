import { useTranslation } from 'react-i18next'
import { useMissingRight } from '../../lib/session/missing-right.js'
import type { Tag, TagGroup } from './tag.js'

/** Why this user cannot change a tag or a group, or put one into the other; undefined when they can (T-13). */
export function useRefusals() {
  const { t } = useTranslation('tags')
  const missingRight = useMissingRight('manage:tags')
  const ownerOf = ({ business_id }: Tag | TagGroup) => (business_id === null ? t('owner.everybody') : t('owner.above'))
  const change = (one: Tag | TagGroup): string | undefined => missingRight ?? (one.editable ? undefined : ownerOf(one))
  return {
    manage: missingRight,
    change,
    /** One of the two has to be their own, for putting in and for taking out. */
    regroup: (tag: Tag, group: TagGroup): string | undefined =>
      missingRight ?? (tag.editable || group.editable ? undefined : ownerOf(group)),
    isThere: (tag: Tag, group: TagGroup): string | undefined =>
      tag.groups.some(({ id }) => id === group.id) ? t('owner.there') : undefined,
  }
}
