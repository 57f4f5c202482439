import Box from '@mui/material/Box'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Span, Text, Hint } from '../../../components/layout/index.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { useNotify } from '../../../components/notifications/use-notify.js'

interface FailureListProps {
  /** How many failed. */
  title: string
  /** What went well beside it. */
  summary?: string
  failures: readonly { name: string; reason: string }[]
  onClose: () => void
}

/** What failed, each with its reason; stays until it is closed, and can be taken along as text. */
export function FailureList({ title, summary, failures, onClose }: FailureListProps) {
  const { t } = useTranslation(['devices', 'common'])
  const notify = useNotify()
  const copy = () => {
    const text = failures.map(({ name, reason }) => `${name}\t${reason}`).join('\n')
    void navigator.clipboard.writeText(text).then(() => notify.success(t('done.copied')), notify.failure)
  }
  return (
    <AskDialog
      isSheet
      width={640}
      title={title}
      onClose={onClose}
      actions={
        <>
          <ActionButton icon={Copy} label={t('actions.copyList')} onClick={copy} />
          <ActionButton autoFocus variant="contained" label={t('common:actions.close')} onClick={onClose} />
        </>
      }
    >
      {summary && <Hint sx={{ mb: 1 }}>{summary}</Hint>}
      <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: { md: 320 }, overflowY: 'auto' }}>
        {failures.map(({ name, reason }, at) => (
          <Text component="li" breaks key={at}>
            <Span tabular>{name}</Span>
            <Span tone="secondary">{` – ${reason}`}</Span>
          </Text>
        ))}
      </Box>
    </AskDialog>
  )
}
