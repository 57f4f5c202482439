import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { ImportResult, SheetImportDialog } from '../../components/sheet-import/index.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { once } from '../../lib/api/headers.js'
import type { components } from '../../lib/api/schema.js'
import { BUSINESSES_KEY } from '../../lib/businesses/business-tree-query.js'
import { counted, formatExactDistance } from '../../lib/format/numbers.js'
import { useMissingRight } from '../../lib/session/missing-right.js'

type Import = components['schemas']['EntityImport']

/** Fields that a column of the sheet can contain, each with its usual headings in the portal's languages. */
const LISTED = {
  name: ['naam', 'nom', 'vehicle', 'voertuig', 'fahrzeug', 'véhicule'],
  frame_number: ['frame number', 'frame', 'framenummer', 'rahmennummer', 'numéro de cadre', 'vin'],
  license_plate: ['license plate', 'plate', 'kenteken', 'kennzeichen', 'immatriculation'],
  vehicle_type: ['vehicle type', 'type', 'typ'],
  brand: ['merk', 'marke', 'marque'],
  model: ['modell', 'modèle'],
  color: ['colour', 'kleur', 'farbe', 'couleur'],
  short_name: ['short name', 'korte naam', 'kurzname', 'nom court'],
  imei: ['imei number', 'imei-nummer', 'imei nummer', 'tracker', 'traceur'],
  subscription: ['product', 'abonnement', 'produkt', 'produit'],
  tags: ['tag', 'étiquettes'],
} as const satisfies Record<string, readonly string[]>
const IMPORTED = {
  target_group: ['target group', 'doelgroep', 'zielgruppe', 'groupe cible'],
  odometer_km: [
    ...['odometer', 'mileage', 'tacho', 'km', 'kilometers', 'kilometres', 'miles', 'kilometerstand', 'km-stand', 'meilenstand'],
    ...['tellerstand', 'zählerstand', 'compteur', 'kilométrage', 'kilometrage'],
  ],
  engine_brand: ['engine brand', 'motormerk', 'motormarke'],
  engine_model: ['engine model', 'motormodel', 'motormodell'],
  power_unit: ['power unit', 'battery', 'batterij', 'akku', 'batterie'],
  customer_first_name: ['first name', 'voornaam', 'vorname', 'prénom'],
  customer_last_name: ['last name', 'achternaam', 'nachname'],
  customer_email: ['email', 'e-mail', 'mail'],
  customer_phone: ['phone', 'telephone', 'telefoon', 'telefon', 'téléphone'],
  customer_address: ['address', 'adres', 'adresse', 'anschrift'],
} as const satisfies Record<string, readonly string[]>
type Field = keyof typeof LISTED | keyof typeof IMPORTED
/** Required fields of a vehicle. */
const NEEDED: readonly Field[] = ['name', 'frame_number', 'license_plate', 'vehicle_type', 'brand']

/** Returns the labels of the fields. A field that is a column in the list of vehicles has the same label there. */
function useLabels() {
  const { t } = useTranslation('entities')
  return (field: string): string => {
    if (field in LISTED) return t(`columns.${field as keyof typeof LISTED}`)
    return field in IMPORTED ? t(`import.columns.${field as keyof typeof IMPORTED}`) : field
  }
}

/** Imports a fleet from a sheet, with trackers, subscriptions, tags and customers (T-19). */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('entities')
  const labelOf = useLabels()
  const send = (body: Record<'csv', string> & object, key: string) =>
    dataOf(api.POST('/api/v1/entities/imports', { params: { header: once(key) }, body }))
  return (
    <SheetImportDialog<Field, Import>
      kind={{
        known: { ...LISTED, ...IMPORTED },
        needed: NEEDED,
        send,
        measured: 'odometer_km',
        show: (field, value) => (field === 'odometer_m' ? formatExactDistance(Number(value)) : value),
        reread: useChanged(),
      }}
      title={t('import.title')}
      hint={t('import.fileHint')}
      labelOf={labelOf}
      missingRight={useMissingRight('create:entity')}
      goodOf={({ created }) => ({ count: created, label: t('import.act', counted(created)) })}
      renderResult={(answer) => <Result key={String(answer.dry_run)} result={answer} />}
      onClose={onClose}
    />
  )
}

const useChanged = () => useReread('entities', 'devices', 'audit', BUSINESSES_KEY)

function Result({ result }: { result: Import }) {
  const { t } = useTranslation('entities')
  const labelOf = useLabels()
  const [undone, setUndone] = useState<components['schemas']['EntityImportRollback']>()
  const rollBack = useChange(
    (id: number, key) =>
      dataOf(api.POST('/api/v1/entities/imports/{id}/rollback', { params: { path: { id }, header: once(key) } })),
    useChanged(),
    { then: setUndone },
  )
  const { created, dry_run: isTrial } = result
  return (
    <ImportResult
      result={result}
      labelOf={labelOf}
      rollBack={rollBack}
      undone={
        undone && (
          <>
            {t('import.removed', counted(undone.removed))}
            {undone.kept.map(({ id, name, message }) => (
              <div key={id}>{`${name} – ${message}`}</div>
            ))}
          </>
        )
      }
    >
      <Alert severity={created > 0 ? 'success' : 'warning'}>
        {t(isTrial ? 'import.wouldCreate' : 'import.created', counted(created))}
      </Alert>
    </ImportResult>
  )
}
