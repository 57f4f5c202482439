import { LoadingOverlay } from '../../../components/loading-overlay.js'
import { useInstallBusiness } from '../form/use-install-business.js'
import { InstallFormView } from './install-form-view.js'
import { NoInstall } from './no-install.js'

interface InstallTabProps {
  /** Tracker passed by another screen. */
  imei?: string
  onLiveTest: (imei: string) => void
}

/** Installs a tracker on a new vehicle, if the user has a business that is allowed to install. */
export function InstallTab(props: InstallTabProps) {
  const { isPending, isRefused, hasBusiness, businessId } = useInstallBusiness()
  if (isPending) return <LoadingOverlay />
  if (isRefused) return <NoInstall hasBusiness={hasBusiness} />
  return <InstallFormView businessId={businessId} {...props} />
}
