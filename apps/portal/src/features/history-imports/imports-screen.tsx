import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bike, FileInput, ListTree, RotateCcw, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Action } from '../../components/action-button.js'
import { ActionButton } from '../../components/action-button.js'
import { AskDialog } from '../../components/ask-dialog.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { Page } from '../../components/page.js'
import { Ago, DateTime } from '../../components/time/time.js'
import { TwoLines } from '../../components/two-lines.js'
import { counted, formatCount } from '../../lib/format/numbers.js'
import { useFormat } from '../../lib/format/use-format.js'
import { PATHS } from '../../lib/paths.js'
import { useScreenAddress } from '../../lib/screen-address.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { choicesOf, defineList, listOf, ListTable } from '../../table/index.js'
import {
  FORMATS,
  type HistoryImport,
  IMPORTS_KEY,
  RUNNING_KEY,
  runningQuery,
  STATES,
  undoImport,
  type Vehicle,
} from './history-import.js'
import { ImportChip } from './import-cells.js'
import { ImportDialog, type RenderVehicle } from './import-dialog.js'
import { ImportPanel } from './import-panel.js'

const imports = defineList({
  texts: 'historyImports',
  source: listOf('/api/v1/history-imports', {
    key: [IMPORTS_KEY],
    nameOf: ({ entity_name, file_name }) => `${entity_name}: ${file_name}`,
    csv: { fileName: 'imports.csv' },
  }),
  icon: FileInput,
  sort: '-created_at',
  columns: {
    entity_name: { render: ({ entity_name, file_name }) => <TwoLines first={entity_name} second={file_name} /> },
    business_name: { onCard: 'meta', isMinor: true },
    format: { isOptional: true, render: ({ format }, t) => t(`formats.${format}`) },
    points: { isNumeric: true, render: ({ points }) => formatCount(points) },
    trips: { isUnsortable: true, isNumeric: true, render: ({ trips }) => formatCount(trips) },
    first_at: { isMinor: true, render: ({ first_at }) => <DateTime at={first_at} /> },
    last_at: { isMinor: true, render: ({ last_at }) => <DateTime at={last_at} /> },
    created_at: { onCard: 'meta', render: ({ created_at }) => <Ago at={created_at} /> },
    state: { onCard: 'state', render: ({ state }) => <ImportChip state={state} /> },
  },
  filters: {
    state: { choices: (t) => choicesOf(STATES, (state) => t(`states.${state}`)) },
    format: { choices: (t) => choicesOf(FORMATS, (format) => t(`formats.${format}`)) },
    entity_name: 'text',
    business_name: 'text',
    created_at: 'period',
  },
})

interface ImportsScreenProps {
  /** Vehicle in the address, for a new import. Undefined while it is loaded. */
  vehicle: Vehicle | null | undefined
  renderVehicle: RenderVehicle
}

/** Imports of earlier rides. The address contains the open import, or that the form is open. */
export function ImportsScreen({ vehicle, renderVehicle }: ImportsScreenProps) {
  const { t } = useTranslation('historyImports')
  const navigate = useNavigate()
  const format = useFormat()
  const { openId, open, close, form, create, closeForm } = useScreenAddress({ row: 'import', views: ['all'], begins: ['entity'] })
  const missingRight = useMissingRight('manage:devices')
  const [undone, setUndone] = useState<HistoryImport>()
  useFollowing()
  const actionsOf = (one: HistoryImport): Action[] => [
    { label: t('actions.trips'), icon: ListTree, onAct: () => void navigate(tripsOf(one, format.day)) },
    { label: t('actions.vehicle'), icon: Bike, onAct: () => void navigate(`${PATHS.entities}/${one.entity_id}`) },
    {
      label: t('actions.undo'),
      icon: RotateCcw,
      isDanger: true,
      disabledBecause: missingRight ?? (one.state === 'undone' || one.state === 'undoing' ? t('undo.already') : undefined),
      onAct: () => setUndone(one),
    },
  ]
  return (
    <Page
      title={t('screen.title')}
      meta={t('screen.purpose')}
      isFilling
      actions={
        <ActionButton
          variant="contained"
          disabledBecause={missingRight}
          icon={Upload}
          label={t('new')}
          onClick={() => create()}
        />
      }
    >
      <ListTable {...imports} onOpen={({ id }) => open(id)} openId={openId} actionsOf={actionsOf} />
      <ImportPanel id={form ? undefined : openId} onClose={close} actionsOf={actionsOf} />
      {form && form.id === undefined && missingRight === undefined && vehicle !== undefined && (
        <ImportDialog vehicle={vehicle} renderVehicle={renderVehicle} onClose={closeForm} onImported={({ id }) => open(id)} />
      )}
      {undone && <UndoDialog one={undone} onClose={() => setUndone(undefined)} />}
    </Page>
  )
}

/** Returns the path of the vehicle's trips in the time of the import. */
const tripsOf = ({ entity_name, first_at, last_at }: HistoryImport, dayOf: (moment: string) => string): string =>
  `${PATHS.trips}?f.entity_name=${encodeURIComponent(entity_name)}&f.trip_started_at=${dayOf(first_at)}..${dayOf(last_at)}`

/** Reads the list and the open import again after each look at the running imports, also after the look that finds none. */
function useFollowing() {
  const queries = useQueryClient()
  const { dataUpdatedAt: at } = useQuery(runningQuery)
  useEffect(() => {
    if (at > 0) void queries.invalidateQueries({ queryKey: [IMPORTS_KEY] })
  }, [queries, at])
}

/** Explains what undoing removes, and undoes the import. */
function UndoDialog({ one, onClose }: { one: HistoryImport; onClose: () => void }) {
  const { t } = useTranslation(['historyImports', 'common'])
  const { mutate, isPending } = useChange(() => undoImport(one.id), useReread(IMPORTS_KEY, RUNNING_KEY), {
    done: () => t('done.undo', { name: one.entity_name }),
    then: onClose,
  })
  return (
    <AskDialog
      title={t('undo.title', { name: one.entity_name })}
      icon={RotateCcw}
      tone="error"
      isAlert
      keepLabel={t('common:actions.cancel')}
      act={{ label: t('undo.act'), icon: RotateCcw, isDanger: true, isPending, onAct: () => mutate(undefined) }}
      onClose={onClose}
    >
      {t('undo.text', { ...counted(one.trips), points: formatCount(one.points) })}
    </AskDialog>
  )
}
