import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Span, Text, Hint, Bullets } from '../../../components/layout/index.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { useCopy } from '../../../components/notifications/use-copy.js'

interface FailureListProps {
  /** Says how many failed. */
  title: string
  /** Says what succeeded. */
  summary?: string
  /** Notice about the entries that neither succeeded nor failed. */
  children?: ReactNode
  failures: readonly { name: string; reason: string }[]
  onClose: () => void
}

/** Lists the failures with their reasons. It stays open until the user closes it, and can be copied as text. */
export function FailureList({ title, summary, children, failures, onClose }: FailureListProps) {
  const { t } = useTranslation(['devices', 'common'])
  const copy = useCopy(t('done.copied'))
  const text = failures.map(({ name, reason }) => `${name}\t${reason}`).join('\n')
  return (
    <AskDialog
      isSheet
      width={640}
      title={title}
      onClose={onClose}
      actions={
        <>
          <ActionButton icon={Copy} label={t('actions.copyList')} onClick={() => copy(text)} />
          <ActionButton autoFocus variant="contained" label={t('common:actions.close')} onClick={onClose} />
        </>
      }
    >
      {summary && <Hint sx={{ mb: 1 }}>{summary}</Hint>}
      {children}
      <Bullets mostPx={320}>
        {failures.map(({ name, reason }, at) => (
          <Text component="li" breaks key={at}>
            <Span tabular>{name}</Span>
            <Span tone="secondary">{` – ${reason}`}</Span>
          </Text>
        ))}
      </Bullets>
    </AskDialog>
  )
}
