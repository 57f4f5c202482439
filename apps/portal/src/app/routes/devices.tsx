import Box from '@mui/material/Box'
import { Building2, FileUp, Plus, ScanLine, Truck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { ObjectHistory } from '../../features/audit/index.js'
import { DevicesScreen, useDeviceCounts, useDevicesAddress } from '../../features/devices/index.js'
import { DeviceReturn } from '../../features/returns/index.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { usePermission } from '../../lib/session/session.js'
import { useIsNarrow } from '../../lib/use-is-narrow.js'
import { RowMenu } from '../../table/index.js'
import { ViewTabs } from '../../components/view-tabs.js'
import { Page } from '../../components/page.js'
import { PATHS } from '../../lib/paths.js'

const history = (id: number) => <ObjectHistory objectType="device" objectId={id} />
const returnOf = ({ id, imei }: { id: number; imei: string }) => <DeviceReturn deviceId={id} imei={imei} />
const entityPath = (id: number) => `${PATHS.entityStatus}/${id}`

/** All trackers: the list in its views with counts, and the ways to add trackers. */
export function Component() {
  const { t } = useTranslation('devices')
  const address = useDevicesAddress()
  const countOf = useDeviceCounts()
  const isNarrow = useIsNarrow()
  const hasMap = usePermission('read:map')
  return (
    <Page title={t('screen.title')} meta={t('screen.purpose')} isFilling actions={<Ways address={address} />}>
      {isNarrow && (
        <Box sx={{ mb: 2 }}>
          <ScanButton address={address} />
        </Box>
      )}
      <ViewTabs
        label={t('views.label')}
        views={address.views}
        view={address.view}
        titleOf={(one) => t(`views.${one}`)}
        countOf={countOf}
        onView={address.setView}
      />
      <DevicesScreen address={address} history={history} returnOf={returnOf} entityPath={hasMap ? entityPath : undefined} />
    </Page>
  )
}

interface WaysProps {
  address: ReturnType<typeof useDevicesAddress>
}

/** Buttons to add trackers. On a phone, rarely used buttons are in a menu, and scanning has its own button. */
function Ways({ address }: WaysProps) {
  const { t } = useTranslation('devices')
  const missingRight = useMissingRight('manage:devices')
  const isNarrow = useIsNarrow()
  const ways = [
    { label: t('import.title'), icon: FileUp, onAct: () => address.show('import:devices') },
    { label: t('actions.link'), icon: Building2, onAct: () => address.show('link:devices') },
    ...(address.view === 'deliveries'
      ? [
          { label: t('deliveries.import.title'), icon: FileUp, onAct: () => address.show('import:deliveries') },
          { label: t('deliveries.new'), icon: Truck, onAct: () => address.show('deliver:devices') },
        ]
      : []),
  ]
  return (
    <>
      {isNarrow && <RowMenu name={t('screen.title')} actions={ways.map((way) => ({ ...way, disabledBecause: missingRight }))} />}
      {!isNarrow &&
        ways.map(({ label, icon: Icon, onAct }) => (
          <ActionButton key={label} disabledBecause={missingRight} startIcon={<Icon />} onClick={onAct}>
            {label}
          </ActionButton>
        ))}
      {!isNarrow && <ScanButton address={address} />}
      <ActionButton
        variant={isNarrow ? 'outlined' : 'contained'}
        disabledBecause={missingRight}
        startIcon={<Plus />}
        onClick={() => address.create()}
      >
        {t('new')}
      </ActionButton>
    </>
  )
}

function ScanButton({ address }: WaysProps) {
  const { t } = useTranslation('devices')
  const missingRight = useMissingRight('manage:devices')
  const isNarrow = useIsNarrow()
  return (
    <ActionButton
      variant={isNarrow ? 'contained' : 'outlined'}
      size={isNarrow ? 'large' : 'medium'}
      fullWidth={isNarrow}
      disabledBecause={missingRight}
      startIcon={<ScanLine />}
      onClick={() => address.show('scan:devices')}
    >
      {t('scan.many')}
    </ActionButton>
  )
}
