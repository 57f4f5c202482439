import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/empty-state.js'
import { LoadingOverlay } from '../../../components/loading-overlay.js'
import { useSession } from '../../../lib/session/session.js'
import { installBusinessesQuery } from '../queries/install-queries.js'
import { InstallFormView } from './install-form-view.js'

interface InstallTabProps {
  /** A tracker that another screen sent here. */
  imei?: string
  onLiveTest: (imei: string) => void
}

/** fit a tracker, where the business may. */
export function InstallTab({ imei, onLiveTest }: InstallTabProps) {
  const { t } = useTranslation('install')
  const { user } = useSession()
  const { data, isPending } = useQuery(installBusinessesQuery)
  if (isPending) return <LoadingOverlay />
  // Where the list does not load, the API still says at saving whether it may be.
  const allowed = data?.find(({ blocked_message: blocked }) => blocked === null)
  if (data && !allowed) return <EmptyState icon={Ban} title={t('mayNot.title')} text={t('mayNot.text')} />
  return <InstallFormView businessId={data ? (allowed?.id ?? null) : user.business_id} imei={imei} onLiveTest={onLiveTest} />
}
