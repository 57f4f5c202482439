import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Stack } from '../../../components/layout/index.js'
import { PickList } from '../../../components/pick-list.js'
import { formatCount, counted } from '../../../lib/format/numbers.js'
import { SearchField } from '../../../table/index.js'
import { tagsQuery } from '../queries/tag-queries.js'
import type { Tag, TagGroup } from '../tag.js'
import { useRefusals } from '../use-refusals.js'
import { useTagChanges } from '../use-tag-changes.js'
import { joined } from '../../../lib/format/joined.js'

/** The API's limit on tags per call. */
const MAX_TAGS = 200

/** Adds tags to a group, found by name. A tag that cannot be added shows the reason. */
export function AttachDialog({ group, onClose }: { group: TagGroup; onClose: () => void }) {
  const { t } = useTranslation('tags')
  const refusals = useRefusals()
  const { attach } = useTagChanges()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isPending, setIsPending] = useState(false)
  const list = useInfiniteQuery(tagsQuery('all', search))
  const toggle = ({ id }: Tag) => {
    const next = new Set(chosen)
    if (!next.delete(id) && next.size < MAX_TAGS) next.add(id)
    setChosen(next)
  }
  const confirm = async () => {
    setIsPending(true)
    if (await attach(group, [...chosen])) onClose()
    setIsPending(false)
  }
  return (
    <AskDialog
      isSheet
      width={640}
      title={t('attach.title', { name: group.name })}
      onClose={onClose}
      act={{
        label: t('attach.act', counted(chosen.size)),
        onAct: () => void confirm(),
        isPending,
        isDisabled: chosen.size === 0,
      }}
    >
      <Stack gap={1}>
        <SearchField value={search} label={t('search')} onSearch={setSearch} />
        <PickList
          list={list}
          label={t('bulk.tags')}
          empty={{ title: t('empty.search.title'), text: t('empty.search.text') }}
          moreText={(shown, total) => t('more', { shown: formatCount(shown), total: formatCount(total) })}
          choiceOf={(tag) => {
            const there = refusals.isThere(tag, group)
            const refusal = there ?? refusals.regroup(tag, group)
            return {
              name: tag.name,
              about: refusal ?? joined([t(`types.${tag.type}`), tag.parent_name]),
              isThere: there !== undefined,
              isDisabled: refusal !== undefined,
            }
          }}
          chosen={chosen}
          onToggle={toggle}
        />
      </Stack>
    </AskDialog>
  )
}
