import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Replace, ScanLine } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../components/layout/layout.js'
import { CarrierField } from '../components/fields/carrier-field.js'
import { ReplaceFields } from '../components/fields/replace-fields.js'
import type { Replaceable } from '../queries/install-changes.js'
import { replaceableQuery } from '../queries/install-queries.js'
import { useReplace } from '../use-replace.js'
import { DoneBar, DoneScreen, useDone } from './done.js'
import { MobileFrame } from './mobile-frame.js'
import type { MobilePaths } from './mobile-paths.js'
import { ScanLayer } from './scan-layer.js'
import type { MobileAddress } from './use-mobile-address.js'

interface MobileReplaceProps {
  address: MobileAddress
  paths: MobilePaths
  menu: (close: () => void) => ReactNode
}

/** Replaces the tracker of a vehicle, which is found by its name or its present tracker (G-53). */
export function MobileReplace({ address, paths, menu }: MobileReplaceProps) {
  const { t } = useTranslation('installMobile')
  const { entityId } = address
  const done = useDone(address.done)
  const { data: entity } = useQuery(replaceableQuery(entityId))
  const frame = { work: 'replace', onWork: address.openWork, onLiveTest: paths.onLiveTest, menu } as const
  if (done) {
    const bar = <DoneBar done={done} entityPath={paths.entity} nextLabel={t('done.nextReplace')} onNext={address.startAgain} />
    return (
      <MobileFrame {...frame} bar={bar}>
        <DoneScreen done={done} />
      </MobileFrame>
    )
  }
  const vehicle = (
    <>
      <CarrierField entityId={entityId} onEntity={address.openEntity} />
      <Button size="large" startIcon={<ScanLine size={18} />} onClick={address.openScan}>
        {t('scan.openOld')}
      </Button>
      {address.isScanning && (
        <ScanLayer
          wants="old"
          onUse={(_imei, device) => address.openEntity(device?.entity_id ?? null)}
          onType={address.closeScan}
          onClose={address.closeScan}
        />
      )}
    </>
  )
  if (entity?.blocked_message === null)
    return (
      <Swap key={entity.id} entity={entity} address={address} frame={frame}>
        {vehicle}
      </Swap>
    )
  return (
    <MobileFrame {...frame}>
      <Stack>{vehicle}</Stack>
    </MobileFrame>
  )
}

interface SwapProps {
  entity: Replaceable
  address: MobileAddress
  frame: { work: 'replace' } & Pick<Parameters<typeof MobileFrame>[0], 'onWork' | 'onLiveTest' | 'menu'>
  /** Content that chooses the vehicle. */
  children: ReactNode
}

function Swap({ entity, address, frame, children }: SwapProps) {
  const { t } = useTranslation('install')
  const formId = useId()
  const replacing = useReplace(entity, address.openDone)
  return (
    <MobileFrame
      {...frame}
      bar={
        <Button
          type="submit"
          form={formId}
          variant="contained"
          size="large"
          fullWidth
          loading={replacing.isSaving}
          startIcon={<Replace size={18} />}
        >
          {t('replace.save')}
        </Button>
      }
    >
      <Stack
        component="form"
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void replacing.save()
        }}
      >
        {children}
        <ReplaceFields replacing={replacing} odometerM={entity.odo} />
      </Stack>
    </MobileFrame>
  )
}
