import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { useFormat } from '../../../lib/format/use-format.js'

/** Sends the tags by mail as CSV, with their groups and numbers of vehicles. */
export function MailTags() {
  const { t } = useTranslation('table')
  const notify = useNotify()
  const { timeZone } = useFormat()
  const query = { orderBy: 'name', sortedBy: 'asc', tz: timeZone } as const
  const mail = useMutation({
    mutationFn: () => unwrap(api.POST('/api/v1/tags/csv', { params: { query } })),
    onSuccess: () => notify.success(t('csvMailed')),
    onError: notify.failure,
  })
  return <TooltipIconButton label={t('mailCsv')} icon={Mail} disabled={mail.isPending} onClick={() => mail.mutate()} />
}
