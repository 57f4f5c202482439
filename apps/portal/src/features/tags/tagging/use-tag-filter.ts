import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filter } from '../../../table/index.js'
import { tagOptionsQuery } from '../queries/tag-queries.js'
import { TAG_TYPES } from '../tag.js'
import { joined } from '../../../lib/format/joined.js'

const PLAIN = ['general', 'selected', 'group']
const isId = (value: string) => /^[1-9]\d{0,8}$/.test(value)

/** Returns a filter for vehicles that have one of the chosen tags. */
export function useTagFilter(): Filter {
  const { t } = useTranslation('tags')
  const { data: tags } = useQuery(tagOptionsQuery)
  return useMemo(() => {
    const wordsOf = ({ name, type }: { name: string; type: string }) => {
      const known = TAG_TYPES.find((one) => one === type)
      return known && !PLAIN.includes(type) ? joined([name, t(`types.${known}`)]) : name
    }
    const choices = (tags ?? []).map((tag) => ({ value: String(tag.id), label: wordsOf(tag) }))
    return { key: 'tag_id', kind: 'choice', label: t('bulk.tags'), choices, isChoice: isId }
  }, [t, tags])
}
