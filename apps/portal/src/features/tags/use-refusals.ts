import { useTranslation } from 'react-i18next'
import { useMissingRight } from '../../lib/session/missing-right.js'
import type { Tag, TagGroup } from './tag.js'

/**
 * Returns functions for the reason why this user cannot change a tag or group, or put a tag into a group (T-13). They return
 * undefined if there is no such reason.
 */
export function useRefusals() {
  const { t } = useTranslation('tags')
  const missingRight = useMissingRight('manage:tags')
  const ownerOf = ({ business_id }: Tag | TagGroup) => (business_id === null ? t('owner.everybody') : t('owner.above'))
  const change = (one: Tag | TagGroup): string | undefined => missingRight ?? (one.editable ? undefined : ownerOf(one))
  return {
    manage: missingRight,
    change,
    /** A user can add a tag to a group, or remove it, only if the tag or the group is the user's own. */
    regroup: (tag: Tag, group: TagGroup): string | undefined =>
      missingRight ?? (tag.editable || group.editable ? undefined : ownerOf(group)),
    isThere: (tag: Tag, group: TagGroup): string | undefined =>
      tag.groups.some(({ id }) => id === group.id) ? t('owner.there') : undefined,
  }
}
