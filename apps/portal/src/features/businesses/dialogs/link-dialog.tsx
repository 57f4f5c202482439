import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useQuery, useInfiniteQuery } from '@tanstack/react-query'
import { useState, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Bullets, Stack, Wrong, Hint } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { PickList } from '../../../components/pick-list.js'
import { ResponseDialog } from '../../../components/response-dialog.js'
import { ancestorsOf, type TreeBusiness } from '../../../lib/businesses/business-tree.js'
import { counted, formatCount } from '../../../lib/format/numbers.js'
import { SearchField } from '../../../table/components/search-field.js'
import type { Linkable } from '../linkable.js'
import { useLink, type LinkResult } from '../queries/business-changes.js'
import { linkablesByIdQuery, linkablesQuery } from '../queries/linkables-query.js'
import type { Contents } from '../use-business-address.js'
import { joined } from '../../../lib/format/joined.js'

interface LinkDialogProps {
  node: TreeBusiness
  /** Kinds of objects that can be chosen. */
  kinds: readonly Contents[]
  what: Contents
  /** Objects selected beforehand. */
  ids: readonly number[]
  onClose: () => void
}

const NOTHING: ReadonlyMap<number, Linkable> = new Map()

/**
 * Links objects to a business: asks for the kind of objects, their present business and the target, then shows the result for
 * each object.
 */
export function LinkDialog({ node, kinds, what: first, ids, onClose }: LinkDialogProps) {
  const { t } = useTranslation('businesses')
  const notify = useNotify()
  const link = useLink()
  const top = ancestorsOf(node)[0] ?? node
  const isGiven = ids.length > 0
  const [what, setWhat] = useState<Contents>(first)
  const [to, setTo] = useState<number | null>(isGiven ? null : node.id)
  const [ticked, setTicked] = useState(NOTHING)
  const [errors, setErrors] = useState<{ to?: string; objects?: string }>({})
  const [result, setResult] = useState<LinkResult>()
  const given = useQuery(linkablesByIdQuery(what, top.id, ids))
  const chosen = isGiven ? new Map(given.data?.map((row) => [row.id, row])) : ticked
  const count = isGiven ? ids.length : ticked.size

  const submit = async () => {
    const wrong = {
      ...(to === null && { to: t('move.targetRequired') }),
      ...(count === 0 && { objects: t('link.chooseSome') }),
    }
    setErrors(wrong)
    if (to === null || count === 0) return
    try {
      setResult(await link.mutateAsync({ to, what, ids: isGiven ? [...ids] : [...ticked.keys()] }))
    } catch (error) {
      notify.failure(error)
    }
  }
  const choose = (next: Contents) => {
    setWhat(next)
    setTicked(NOTHING)
  }
  if (result) return <LinkResultDialog what={what} result={result} chosen={chosen} onClose={onClose} />

  return (
    <AskDialog
      isSheet
      width={640}
      title={isGiven ? t(`link.elsewhereTitle.${what}`) : t('link.title', { name: node.name })}
      onClose={onClose}
      act={{
        label: count === 0 ? t('actions.link') : t('link.act', counted(count)),
        onAct: () => void submit(),
        isPending: link.isPending,
      }}
    >
      <Stack>
        {kinds.length > 1 && !isGiven && <KindChoice kinds={kinds} what={what} onChange={choose} />}
        {isGiven ? (
          <Bullets>
            {[...chosen.values()].map(({ id, name, businessName }) => (
              <li key={id}>{t('link.one', { name, business: businessName })}</li>
            ))}
          </Bullets>
        ) : (
          <Choice what={what} top={top.id} to={to} ticked={ticked} error={errors.objects} onChange={setTicked} />
        )}
        <BusinessPicker
          id="link-to"
          label={t('link.to')}
          value={to}
          error={to === null ? errors.to : undefined}
          hint={t(`link.hint.${what}`)}
          onChange={setTo}
        />
      </Stack>
    </AskDialog>
  )
}

interface KindChoiceProps {
  kinds: readonly Contents[]
  what: Contents
  onChange: (what: Contents) => void
}

function KindChoice({ kinds, what, onChange }: KindChoiceProps) {
  const { t } = useTranslation('businesses')
  return (
    <ToggleButtonGroup
      exclusive
      value={what}
      aria-label={t('link.what')}
      onChange={(_event, next: Contents | null) => next && onChange(next)}
      sx={{ justifySelf: 'start' }}
    >
      {kinds.map((kind) => (
        <ToggleButton key={kind} value={kind}>
          {t(`tabs.${kind}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

interface ChoiceProps {
  what: Contents
  /** Business whose objects can be chosen. Objects of the businesses below it can be chosen, too. */
  top: number
  to: number | null
  ticked: ReadonlyMap<number, Linkable>
  error?: string
  onChange: (ticked: ReadonlyMap<number, Linkable>) => void
}

/** Chooses objects of a business. */
function Choice({ what, top, to, ticked, error, onChange }: ChoiceProps) {
  const { t } = useTranslation('businesses')
  const [from, setFrom] = useState<number | null>(top)
  return (
    <>
      <BusinessPicker id="link-from" label={t('link.from')} value={from} onChange={setFrom} />
      {from !== null && (
        <ObjectChooser key={`${what}-${from}`} what={what} from={from} to={to} chosen={ticked} onChange={onChange} />
      )}
      {error && ticked.size === 0 && <Wrong>{error}</Wrong>}
    </>
  )
}

interface LinkResultDialogProps {
  what: Contents
  result: LinkResult
  chosen: ReadonlyMap<number, Linkable>
  onClose: () => void
}

/** Shows how many objects were linked, and the failures with reasons. */
function LinkResultDialog({ what, result: { linked, failed }, chosen, onClose }: LinkResultDialogProps) {
  const { t } = useTranslation('businesses')
  const done = t(`link.done.${what}`, counted(linked.length))
  if (failed.length === 0) return <ResponseDialog kind="success" title={done} onClose={onClose} />
  return (
    <ResponseDialog kind="error" title={t(`link.failed.${what}`, counted(failed.length))} onClose={onClose}>
      {linked.length > 0 && <Hint>{done}</Hint>}
      <Bullets mostPx={240}>
        {failed.map(({ id, reason }) => (
          <li key={id}>
            {t('everything.one', {
              name: chosen.get(id)?.name ?? String(id),
              reason: t(`link.reasons.${reason as 'not_found'}`),
            })}
          </li>
        ))}
      </Bullets>
    </ResponseDialog>
  )
}

interface ObjectChooserProps {
  what: Contents
  /** Business whose objects are offered. Objects of the businesses below it are offered, too. */
  from: number
  /** Target business. Objects that it already has cannot be chosen. */
  to: number | null
  chosen: ReadonlyMap<number, Linkable>
  onChange: (chosen: ReadonlyMap<number, Linkable>) => void
}

/** Selects objects found by name. The list grows by fifty at a time. */
function ObjectChooser({ what, from, to, chosen, onChange }: ObjectChooserProps) {
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
          about: row.businessId === to ? t('link.isThere') : joined([row.detail, row.businessName]),
          isThere: row.businessId === to,
        })}
        chosen={chosen}
        onToggle={toggle}
      />
    </Stack>
  )
}
