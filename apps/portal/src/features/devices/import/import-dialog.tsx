import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImportResult, SheetImportDialog } from '../../../components/sheet-import/index.js'
import type { components } from '../../../lib/api/schema.js'
import { counted, formatImei } from '../../../lib/format/numbers.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { WaitingNotice } from '../possession/waiting-notice.js'
import { changes, type DeviceImport, useDeviceChange, useDevicesChanged } from '../queries/device-changes.js'

/** Fields that a column of the sheet can contain (T-19), each with its usual headings in the portal's languages. */
const KNOWN = {
  imei: ['imei number', 'imei-nummer', 'imei nummer'],
  title: ['titel', 'titre', 'name', 'naam', 'nom'],
  description: ['omschrijving', 'beschreibung', 'note', 'opmerking', 'bemerkung', 'remarque'],
  model: ['modell', 'modèle', 'type', 'typ'],
  iccid: ['sim', 'sim number', 'simnummer', 'sim-nummer'],
  firmware_version: ['firmware', 'firmware version', 'firmwareversie', 'micrologiciel'],
  settings_crc: ['settings crc', 'crc'],
  tracker_id: [
    'tracker id',
    'tracker-id',
    'identifiant du traceur',
    'own name',
    'eigen naam',
    'eigener name',
    'nom propre',
    'identifiant propre',
  ],
  utc_offset_minutes: [
    'utc offset',
    'time zone',
    'utc-verschil',
    'tijdzone',
    'utc-abstand',
    'zeitzone',
    'décalage utc',
    'fuseau horaire',
  ],
  speed_unit: ['unit of speed', 'speed unit', 'eenheid van snelheid', 'einheit der geschwindigkeit', 'unité de vitesse'],
  bound_protocol: ['protocol', 'protokoll', 'protocole'],
  source_network: ['network', 'netwerk', 'netz', 'réseau'],
  client_certificate: ['certificate', 'certificaat', 'zertifikat', 'certificat'],
} as const satisfies Record<string, readonly string[]>
const isSheetField = (field: string): field is keyof typeof KNOWN => field in KNOWN

/** Imports trackers from a sheet (T-19). */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices')
  const reread = useDevicesChanged()
  const goodOf = ({ created, waiting }: DeviceImport) => {
    const count = created + waiting
    return { count, label: t('import.act', counted(count)) }
  }
  return (
    <SheetImportDialog
      kind={{ known: KNOWN, needed: ['imei'], send: changes.import, reread }}
      title={t('import.title')}
      hint={t('import.fileHint')}
      labelOf={(field) => t(`columns.${field}`)}
      missingRight={useMissingRight('manage:devices')}
      goodOf={goodOf}
      renderResult={(answer) => <Result key={String(answer.dry_run)} result={answer} />}
      onClose={onClose}
    />
  )
}

function Result({ result }: { result: DeviceImport }) {
  const { t } = useTranslation('devices')
  const [undone, setUndone] = useState<components['schemas']['DeviceImportRollback']>()
  const rollBack = useDeviceChange(changes.rollBack, { then: setUndone })
  const { created, waiting, dry_run: isTrial } = result
  return (
    <ImportResult
      result={result}
      labelOf={(field) => (isSheetField(field) ? t(`columns.${field}`) : field)}
      rollBack={rollBack}
      undone={
        undone && (
          <>
            {t('import.removed', counted(undone.removed))} {waiting > 0 && t('import.withdrawn', counted(waiting))}
            {undone.kept.map(({ id, imei, message }) => (
              <div key={id}>{`${formatImei(imei)} – ${message}`}</div>
            ))}
          </>
        )
      }
    >
      {(created > 0 || waiting === 0) && (
        <Alert severity={created > 0 ? 'success' : 'warning'}>
          {t(isTrial ? 'import.wouldCreate' : 'import.created', counted(created))}
        </Alert>
      )}
      {!undone && <WaitingNotice count={waiting} isTrial={isTrial} />}
    </ImportResult>
  )
}
