import { styled } from '@mui/material/styles'
import { ArrowRight } from 'lucide-react'
import { Fragment } from 'react'
import { Icon } from '../../../components/icon.js'
import { Text, Span } from '../../../components/layout/index.js'
import { type AuditChange, changesOf, isNew, type AuditEntry } from '../audit-entry.js'
import { useAuditWords } from '../use-audit-words.js'

const Changes = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(88px, auto) minmax(0, 1fr)',
  gap: theme.spacing(0.5, 1.5),
}))

/** Lists the old and the new value of each field. If there was no old value, only the new one is shown. */
export function ChangeList({ entry }: { entry: Pick<AuditEntry, 'changes'> }) {
  const words = useAuditWords()
  const changes = changesOf(entry)
  if (changes.length === 0) return null
  return (
    <Changes>
      {changes.map((change) => (
        <Fragment key={change.field}>
          <Text component="dt" tone="secondary">
            {words.field(change.field)}
          </Text>
          <Text component="dd" breaks>
            <Values change={change} />
          </Text>
        </Fragment>
      ))}
    </Changes>
  )
}

function Values({ change }: { change: AuditChange }) {
  const words = useAuditWords()
  const [was, is] = [isNew(change) ? '' : words.old(change), words.new(change)]
  return (
    <>
      {was !== '' && (
        <Span component="del" tone="secondary">
          {was}
        </Span>
      )}
      {was !== '' && is !== '' && (
        <>
          {' '}
          <Icon icon={ArrowRight} tone="tertiary" size={12} />{' '}
        </>
      )}
      {is !== '' && <ins>{is}</ins>}
    </>
  )
}
