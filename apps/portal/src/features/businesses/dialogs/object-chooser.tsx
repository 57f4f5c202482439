import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../components/layout/index.js'
import { PickList } from '../../../components/pick-list.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { SearchField } from '../../../table/components/search-field.js'
import type { Linkable } from '../linkable.js'
import { linkablesQuery } from '../queries/linkables-query.js'
import type { Contents } from '../use-business-address.js'

interface ObjectChooserProps {
  what: Contents
  /** Offers what hangs on this business and those below it. */
  from: number
  /** What is there already cannot be chosen. */
  to: number | null
  chosen: ReadonlyMap<number, Linkable>
  onChange: (chosen: ReadonlyMap<number, Linkable>) => void
}

/** Objects to tick, found by their names; fifty at a time. */
export function ObjectChooser({ what, from, to, chosen, onChange }: ObjectChooserProps) {
  const { t } = useTranslation('businesses')
  const [search, setSearch] = useState('')
  const onSearch = useCallback((text: string) => setSearch(text), [])
  const list = useInfiniteQuery(linkablesQuery(what, from, search))
  const toggle = (row: Linkable) => {
    const next = new Map(chosen)
    if (!next.delete(row.id)) next.set(row.id, row)
    onChange(next)
  }
  return (
    <Stack gap={1}>
      <SearchField value={search} label={t(`search.${what}`)} onSearch={onSearch} />
      <PickList
        list={list}
        label={t(`tabs.${what}`)}
        empty={{ title: t('noMatch.title'), text: t('noMatch.text') }}
        moreText={(shown, total) => t('link.more', { shown: formatCount(shown), total: formatCount(total) })}
        choiceOf={(row) => ({
          name: row.name,
          about: row.businessId === to ? t('link.isThere') : [row.detail, row.businessName].filter(Boolean).join(' · '),
          isThere: row.businessId === to,
        })}
        chosen={chosen}
        onToggle={toggle}
      />
    </Stack>
  )
}
