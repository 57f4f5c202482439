import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Text } from '../../../components/layout/index.js'
import { counted } from '../../../lib/format/numbers.js'

interface AcknowledgeAllProps {
  /** Number of alerts to acknowledge. */
  count: number
  isPending: boolean
  onAct: () => void
  onClose: () => void
}

/**
 * Asks for confirmation before all alerts that match the filters are acknowledged, because the user has possibly not read
 * most of them.
 */
export function AcknowledgeAll({ count, isPending, onAct, onClose }: AcknowledgeAllProps) {
  const { t } = useTranslation('alerts')
  return (
    <AskDialog
      title={t('all.title', counted(count))}
      onClose={onClose}
      isAlert
      act={{ label: t('actions.acknowledge'), icon: Check, isPending, onAct }}
    >
      <Text component="p">{t('all.text')}</Text>
    </AskDialog>
  )
}
