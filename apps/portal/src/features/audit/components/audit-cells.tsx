import { isolated } from '@roadbook/contracts/isolated'
import { Check, ShieldX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Span, Text, Detail } from '../../../components/layout/index.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { TwoLines } from '../../../components/two-lines.js'
import { NONE } from '../../../lib/format/none.js'
import { changesOf, isNew, type AuditEntry } from '../audit-entry.js'
import { useAuditWords } from '../use-audit-words.js'

/** What was done, over what it was done to. */
export function ActionCell({ entry }: { entry: AuditEntry }) {
  const words = useAuditWords()
  return <TwoLines first={words.action(entry.action)} second={words.object(entry)} />
}

/** The first change in a few words, and how many more there are. */
export function ChangesCell({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const words = useAuditWords()
  const [first, ...more] = changesOf(entry)
  if (!first) return NONE
  const values = [isNew(first) ? '' : words.old(first), words.new(first)]
    .filter((said) => said !== '')
    .map(isolated)
    .join(' → ')
  return (
    <>
      <Text clipped>
        <Span tone="secondary">{words.field(first.field)}:</Span> {values}
      </Text>
      {more.length > 0 && <Detail>{t('more', { count: more.length })}</Detail>}
    </>
  )
}

export const ActorWord = ({ entry }: { entry: AuditEntry }) => useAuditWords().actor(entry)
export const KindWord = ({ entry }: { entry: AuditEntry }) => useAuditWords().kind(entry.object_type)

/** Whether it was done or refused: shape, colour and word. */
export function OutcomeChip({ outcome }: { outcome: AuditEntry['outcome'] }) {
  const { t } = useTranslation('audit')
  const isRefused = outcome === 'refused'
  return <ToneChip tone={isRefused ? 'missing' : 'quiet'} icon={isRefused ? ShieldX : Check} label={t(`outcomes.${outcome}`)} />
}
