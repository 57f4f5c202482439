import { LoadingOverlay } from '../../../components/loading-overlay.js'
import { useInstallBusiness } from '../form/use-install-business.js'
import { InstallFormView } from './install-form-view.js'
import { NoInstall } from './no-install.js'

interface InstallTabProps {
  /** A tracker that another screen sent here. */
  imei?: string
  onLiveTest: (imei: string) => void
}

/** fit a tracker, where the business may. */
export function InstallTab(props: InstallTabProps) {
  const { isPending, isRefused, hasBusiness, businessId } = useInstallBusiness()
  if (isPending) return <LoadingOverlay />
  if (isRefused) return <NoInstall hasBusiness={hasBusiness} />
  return <InstallFormView businessId={businessId} {...props} />
}
