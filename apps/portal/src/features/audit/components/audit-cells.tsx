import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { Check, ShieldX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NONE } from '../../../lib/format/none.js'
import { changesOf, isNew, type AuditEntry } from '../audit-entry.js'
import { useAuditWords } from '../use-audit-words.js'

/** What was done, over what it was done to. */
export function ActionCell({ entry }: { entry: AuditEntry }) {
  const words = useAuditWords()
  return (
    <Box sx={{ lineHeight: '18px', py: '4px', maxWidth: { md: 320 } }}>
      <Box sx={{ fontWeight: 600, color: 'text.primary', overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {words.action(entry.action)}
      </Box>
      <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.tertiary', overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {words.object(entry)}
      </Box>
    </Box>
  )
}

/** The first change in a few words, and how many more there are. */
export function ChangesCell({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const words = useAuditWords()
  const [first, ...more] = changesOf(entry)
  if (!first) return NONE
  const values = isNew(first) ? words.new(first) : `${words.old(first)} → ${words.new(first)}`
  return (
    <Box sx={{ lineHeight: '18px', maxWidth: { md: 340 } }}>
      <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {words.field(first.field)}:
        </Box>{' '}
        {values}
      </Box>
      {more.length > 0 && (
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.tertiary' }}>{t('more', { count: more.length })}</Box>
      )}
    </Box>
  )
}

export const ActorWord = ({ entry }: { entry: AuditEntry }) => useAuditWords().actor(entry)
export const KindWord = ({ entry }: { entry: AuditEntry }) => useAuditWords().kind(entry.object_type)

/** Whether it was done or refused: shape, colour and word. */
export function OutcomeChip({ outcome }: { outcome: AuditEntry['outcome'] }) {
  const { t } = useTranslation('audit')
  const isRefused = outcome === 'refused'
  const Icon = isRefused ? ShieldX : Check
  return (
    <Chip
      icon={<Icon size={14} style={{ color: 'inherit' }} />}
      label={t(`outcomes.${outcome}`)}
      sx={isRefused ? { bgcolor: 'missing.soft', color: 'missing.main' } : { bgcolor: 'surface.subtle', color: 'text.secondary' }}
    />
  )
}
