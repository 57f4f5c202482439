import { styled } from '@mui/material/styles'
import { isolated } from '@roadbook/contracts/isolated'
import { Check, ShieldX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Span, Detail } from '../../../components/layout/index.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { TwoLines } from '../../../components/two-lines.js'
import { NONE } from '../../../lib/format/none.js'
import { changesOf, isNew, type AuditEntry } from '../audit-entry.js'
import { useAuditWords } from '../use-audit-words.js'
import { whereTheyDiffer } from '../where-they-differ.js'

/** Shows the action above its object. */
export function ActionCell({ entry }: { entry: AuditEntry }) {
  const words = useAuditWords()
  return <TwoLines first={words.action(entry.action)} second={words.object(entry)} />
}

/** The old and the new value each have a part of the line, so that a long one does not displace the other. */
const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(0.5),
  minWidth: 0,
  whiteSpace: 'pre',
  '& > *': { flex: 'none' },
}))
const Value = styled('span')({ '&&': { flex: '0 1 auto' }, minWidth: 40, overflow: 'hidden', textOverflow: 'ellipsis' })

/** Shows the first change in brief, and the number of further changes. */
export function ChangesCell({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const words = useAuditWords()
  const [first, ...more] = changesOf(entry)
  if (!first) return NONE
  const [was, is] = whereTheyDiffer(isNew(first) ? '' : words.old(first), words.new(first))
  return (
    <>
      <Line>
        <Span tone="secondary">{words.field(first.field)}:</Span> {was !== '' && <Value>{isolated(was)}</Value>}
        {was !== '' && is !== '' && <span> → </span>}
        {is !== '' && <Value>{isolated(is)}</Value>}
      </Line>
      {more.length > 0 && <Detail>{t('more', { count: more.length })}</Detail>}
    </>
  )
}

export const ActorWord = ({ entry }: { entry: AuditEntry }) => useAuditWords().actor(entry)
export const KindWord = ({ entry }: { entry: AuditEntry }) => useAuditWords().kind(entry.object_type)

/** Shows whether the action was done or rejected, as shape, colour and text. */
export function OutcomeChip({ outcome }: { outcome: AuditEntry['outcome'] }) {
  const { t } = useTranslation('audit')
  const isRefused = outcome === 'refused'
  return <ToneChip tone={isRefused ? 'missing' : 'quiet'} icon={isRefused ? ShieldX : Check} label={t(`outcomes.${outcome}`)} />
}
