import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { Building2, FileUp, Plus, ScanLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { ObjectHistory } from '../../features/audit/index.js'
import { DEVICE_VIEWS, DevicesScreen, ImeiSearch, StatisticsStrip, useDevicesAddress } from '../../features/devices/index.js'
import { DeviceReturn } from '../../features/returns/index.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { usePermission } from '../../lib/session/session.js'
import { useIsNarrow } from '../../lib/use-is-narrow.js'
import { RowMenu } from '../../table/index.js'
import { Page } from '../../components/page.js'
import { PATHS } from '../../lib/paths.js'

const history = (id: number) => <ObjectHistory objectType="device" objectId={id} />
const returnOf = ({ id, imei }: { id: number; imei: string }) => <DeviceReturn deviceId={id} imei={imei} />
const entityPath = (id: number) => `${PATHS.entityStatus}/${id}`

/** All trackers: how they do, the list in its views, and the ways to bring in more of them. */
export function Component() {
  const { t } = useTranslation('devices')
  const address = useDevicesAddress()
  const missingRight = useMissingRight('manage:devices')
  const hasMap = usePermission('read:map')
  const isNarrow = useIsNarrow()
  const ways = [
    { label: t('import.title'), icon: FileUp, onAct: () => address.show('import:devices') },
    { label: t('actions.link'), icon: Building2, onAct: () => address.show('link:devices') },
  ]
  const scan = (
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
  return (
    <Page
      title={t('screen.title')}
      meta={t('screen.purpose')}
      isFilling
      actions={
        <>
          {isNarrow && (
            <RowMenu name={t('screen.title')} actions={ways.map((way) => ({ ...way, disabledBecause: missingRight }))} />
          )}
          {!isNarrow &&
            ways.map(({ label, icon: Icon, onAct }) => (
              <ActionButton key={label} disabledBecause={missingRight} startIcon={<Icon />} onClick={onAct}>
                {label}
              </ActionButton>
            ))}
          {!isNarrow && scan}
          <ActionButton
            variant={isNarrow ? 'outlined' : 'contained'}
            disabledBecause={missingRight}
            startIcon={<Plus />}
            onClick={() => address.create()}
          >
            {t('new')}
          </ActionButton>
        </>
      }
    >
      {isNarrow && <Box sx={{ mb: 2 }}>{scan}</Box>}
      <StatisticsStrip onView={address.setView} />
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column-reverse', md: 'row' },
          alignItems: { md: 'flex-start' },
          gap: 1.5,
          flex: 'none',
          mb: 2,
        }}
      >
        <Tabs
          value={address.view}
          variant="scrollable"
          aria-label={t('views.label')}
          onChange={(_event, next: typeof address.view) => address.setView(next)}
          sx={{ flex: 1, minWidth: 0, borderBottom: 1, borderColor: 'divider' }}
        >
          {DEVICE_VIEWS.map((one) => (
            <Tab key={one} value={one} label={t(`views.${one}`)} />
          ))}
        </Tabs>
        <ImeiSearch onOpen={address.open} />
      </Box>
      <DevicesScreen address={address} history={history} returnOf={returnOf} entityPath={hasMap ? entityPath : undefined} />
    </Page>
  )
}
