import { useMutation } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { download } from '../../../table/index.js'
import { type MissingCase, useCasesChanged } from '../case-queries.js'

/** Creates the evidence PDF for the police. Its creation is recorded in the case's timeline. */
export function EvidenceButton({ missingCase: { id, number } }: { missingCase: MissingCase }) {
  const { t } = useTranslation('missing')
  const { timeZone } = useFormat()
  const notify = useNotify()
  const changed = useCasesChanged()
  const make = useMutation({
    mutationFn: async () => {
      const params = { path: { id }, query: { tz: timeZone } }
      download(await unwrap(api.POST('/api/v1/missing/{id}/evidence', { params, parseAs: 'blob' })), `${number}.pdf`)
    },
    onSuccess: changed,
    onError: notify.failure,
  })
  return <ActionButton icon={FileText} label={t('pdf')} loading={make.isPending} onClick={() => make.mutate()} />
}
