import { FileUp, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../components/ask-dialog.js'
import { ChooseFiles } from '../../components/choose-files.js'
import { Hint, Stack, Text, Wrong } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { counted } from '../../lib/format/numbers.js'
import { type HistoryImport, IMPORTS_KEY, RUNNING_KEY, sendHistory, type Vehicle } from './history-import.js'
import { ColumnFields, Contents, ZoneField } from './trial-fields.js'
import { useTrial } from './use-trial.js'

/** Field that chooses a vehicle, from another feature. */
export type RenderVehicle = (vehicle: Vehicle | null, onChange: (vehicle: Vehicle | null) => void) => ReactNode

interface ImportDialogProps {
  /** Vehicle to begin with. */
  vehicle: Vehicle | null
  renderVehicle: RenderVehicle
  onClose: () => void
  onImported: (made: HistoryImport) => void
}

/** Imports the earlier rides of a vehicle from a file. Shows the contents of the file before anything is saved. */
export function ImportDialog({ vehicle: begun, renderVehicle, onClose, onImported }: ImportDialogProps) {
  const { t } = useTranslation('historyImports')
  const [vehicle, setVehicle] = useState(begun)
  const trial = useTrial(vehicle)
  const { chosen, result, refused, isTooLarge } = trial
  const { mutate, isPending } = useChange((_: null, key) => sendHistory(trial.wanted, key), useReread(IMPORTS_KEY, RUNNING_KEY), {
    done: ({ points }) => t('done.import', counted(points)),
    then: ({ import: made }) => made && onImported(made),
  })
  const points = result?.points ?? 0
  const problem = isTooLarge ? t('errors.tooLarge') : (refused.content ?? refused.file_name ?? (trial.error && t('errors.trial')))
  return (
    <AskDialog
      isSheet
      width={760}
      title={t('form.title')}
      isHeld
      act={{
        label: points > 0 ? t('form.act', counted(points)) : t('form.nothing'),
        icon: Upload,
        isPending,
        isDisabled: points === 0 || trial.isStale || trial.isReading,
        onAct: () => mutate(null),
      }}
      onClose={onClose}
    >
      <Stack gap={2}>
        <Hint>{t('form.hint')}</Hint>
        {renderVehicle(vehicle, setVehicle)}
        <ChooseFiles
          label={t('form.choose')}
          icon={<FileUp />}
          accept=".gpx,.kml,.csv,.txt,.ndjson,.jsonl,.gz"
          loading={trial.isReading}
          onChoose={([file]) => {
            if (file) void trial.choose(file)
          }}
        />
        {chosen && (
          <Text weight="strong" breaks role="status">
            {chosen.name}
          </Text>
        )}
        {chosen && !vehicle && <Hint>{t('form.vehicleFirst')}</Hint>}
        {problem && <Wrong>{problem}</Wrong>}
        {result && <Contents result={result} />}
        {result?.needs_time_zone && !result.is_known && <ZoneField trial={trial} />}
        {result?.sheet && !result.is_known && <ColumnFields sheet={result.sheet} trial={trial} />}
      </Stack>
    </AskDialog>
  )
}
