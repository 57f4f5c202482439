import { useTranslation } from 'react-i18next'
import { TAG_TYPES } from '../tag.js'
import type { TaggedEntity } from './taggable.js'

/** Why an entity is left out, and what is replaced on it, in the user's words. */
export function useTaggingWords() {
  const { t } = useTranslation('tags')
  const typeOf = (type: string): string => {
    const known = TAG_TYPES.find((one) => one === type)
    return known ? t(`types.${known}`) : type
  }
  const conflictsOf = ({ conflicts }: TaggedEntity, key: 'bulk.reasons.conflict' | 'bulk.replaced') =>
    conflicts.map(({ type, present }) => t(key, { type: typeOf(type), present })).join('; ')
  return {
    reasonOf: (entity: TaggedEntity): string => {
      if (entity.reason === null) return ''
      return entity.reason === 'conflict' ? conflictsOf(entity, 'bulk.reasons.conflict') : t(`bulk.reasons.${entity.reason}`)
    },
    replacedOn: (entity: TaggedEntity): string => conflictsOf(entity, 'bulk.replaced'),
  }
}
