import { Ban } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/empty-state.js'
import { LoadingOverlay } from '../../../components/loading-overlay.js'
import { useInstallBusiness } from '../form/use-install-business.js'
import { InstallFormView } from './install-form-view.js'

interface InstallTabProps {
  /** A tracker that another screen sent here. */
  imei?: string
  onLiveTest: (imei: string) => void
}

/** fit a tracker, where the business may. */
export function InstallTab(props: InstallTabProps) {
  const { t } = useTranslation('install')
  const { isPending, isRefused, businessId } = useInstallBusiness()
  if (isPending) return <LoadingOverlay />
  if (isRefused) return <EmptyState icon={Ban} title={t('mayNot.title')} text={t('mayNot.text')} />
  return <InstallFormView businessId={businessId} {...props} />
}
