import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'
import { ImportResult, SheetImportDialog } from '../../../components/sheet-import/index.js'
import { counted } from '../../../lib/format/numbers.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { useDevicesChanged } from '../queries/device-changes.js'
import { type DeliveryImport, possession } from './possession-queries.js'
import { deliveredText } from './delivered-text.js'

/** Fields that a column of the sheet can contain, each with its usual headings in the portal's languages. */
const KNOWN = {
  imei: ['imei number', 'imei-nummer', 'imei nummer'],
  tracker_id: [
    ...[
      'own name',
      'eigen naam',
      'eigener name',
      'nom propre',
      'identifiant propre',
      'serial',
      'serial number',
      's/n',
      'device id',
      'tracker id',
      'tracker-id',
      'identifiant du traceur',
    ],
    ...['serienummer', 'seriennummer', 'geräte-id', 'numéro de série'],
  ],
} as const satisfies Record<string, readonly string[]>
const isSheetField = (field: string): field is keyof typeof KNOWN => field in KNOWN
/**
 * Rollback that does nothing, because an import of deliveries cannot be undone as a whole. A wrong delivery is removed or
 * recorded again.
 */
const NO_WAY_BACK = { isPending: false, mutate: () => undefined }

/** Records deliveries from a sheet (G-109). */
export function DeliveryImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices')
  const reread = useDevicesChanged()
  return (
    <SheetImportDialog
      kind={{
        known: KNOWN,
        needed: ['imei'],
        reread,
        send: async (body, key) => asSheet(await possession.importDeliveries(body, key)),
      }}
      title={t('deliveries.import.title')}
      hint={t('deliveries.import.fileHint')}
      labelOf={(field) => t(`columns.${field}`)}
      missingRight={useMissingRight('manage:devices')}
      goodOf={({ delivered }) => ({ count: delivered, label: t('deliveries.import.act', counted(delivered)) })}
      renderResult={(answer) => <Result key={String(answer.dry_run)} result={answer} />}
      onClose={onClose}
    />
  )
}

type SheetDelivery = ReturnType<typeof asSheet>
/** Adds the fields that the display of import results expects. */
const asSheet = (answer: DeliveryImport) => ({ ...answer, import_id: null, created: answer.delivered })

function Result({ result }: { result: SheetDelivery }) {
  const { t } = useTranslation('devices')
  const { delivered, dry_run: isTrial } = result
  return (
    <ImportResult
      result={result}
      labelOf={(field) => (isSheetField(field) ? t(`columns.${field}`) : field)}
      rollBack={NO_WAY_BACK}
    >
      <Alert severity={delivered > 0 ? 'success' : 'warning'}>
        {isTrial ? t('deliveries.import.would', counted(delivered)) : deliveredText(t, result)}
      </Alert>
    </ImportResult>
  )
}
