import { FileUp, Pencil, Plus, Shapes, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { AskDialog } from '../../components/ask-dialog.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { Page } from '../../components/page.js'
import { Ago } from '../../components/time/time.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { NONE } from '../../lib/format/none.js'
import { formatCount } from '../../lib/format/numbers.js'
import { useScreenAddress } from '../../lib/screen-address.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { choicesOf, defineList, listOf, ListTable, type RowAction } from '../../table/index.js'
import { GeofenceDrawer } from './geofence-form.js'
import { type Geofence, GEOFENCES_KEY, KINDS } from './geofence.js'
import { ImportDialog } from './import-dialog.js'

const geofences = defineList({
  texts: 'geofences',
  source: listOf('/api/v1/geofences', { key: [GEOFENCES_KEY], nameOf: ({ name }) => name, csv: { fileName: 'geofences.csv' } }),
  icon: Shapes,
  sort: 'name',
  columns: {
    name: {},
    kind: { onCard: 'state', render: ({ kind }, t) => t(`kinds.${kind}`) },
    reach_m: {
      isNumeric: true,
      onCard: 'meta',
      render: ({ reach_m: reach }) => (reach === null ? NONE : `${formatCount(Math.round(reach))} m`),
    },
    limit_kph: { isNumeric: true, render: ({ limit_kph: limit }) => (limit === null ? NONE : `${limit} km/h`) },
    business_name: { onCard: 'meta' },
    description: { isUnsortable: true, isOptional: true },
    created_at: { isOptional: true, render: ({ created_at }) => <Ago at={created_at} /> },
  },
  filters: {
    kind: { choices: (t) => choicesOf(KINDS, (kind) => t(`kinds.${kind}`)) },
    business_name: 'text',
    created_at: 'period',
  },
})

/** The places that alert rules speak of; the address holds which one is open. */
export function Component() {
  const { t } = useTranslation('geofences')
  const { form, create, edit, closeForm } = useScreenAddress({ row: 'geofence', views: ['all'] })
  const missingRight = useMissingRight('manage:alerts')
  const [removed, setRemoved] = useState<Geofence>()
  const [isImporting, setIsImporting] = useState(false)
  const actionsOf = (geofence: Geofence): RowAction[] => [
    { label: t('actions.edit'), icon: Pencil, onAct: () => edit(geofence.id), disabledBecause: missingRight },
    {
      label: t('actions.delete'),
      icon: Trash2,
      isDanger: true,
      disabledBecause: missingRight,
      onAct: () => setRemoved(geofence),
    },
  ]
  const begin = (
    <>
      <ActionButton label={t('import.begin')} icon={FileUp} disabledBecause={missingRight} onClick={() => setIsImporting(true)} />
      <ActionButton label={t('new')} icon={Plus} variant="contained" disabledBecause={missingRight} onClick={() => create()} />
    </>
  )
  return (
    <Page title={t('screen.title')} meta={t('screen.purpose')} isFilling actions={begin}>
      <ListTable
        {...geofences}
        onOpen={({ id }) => {
          if (missingRight === undefined) edit(id)
        }}
        actionsOf={actionsOf}
      />
      {form && missingRight === undefined && <GeofenceDrawer key={form.id ?? 'new'} id={form.id} onClose={closeForm} />}
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
      {removed && <DeleteDialog geofence={removed} onClose={() => setRemoved(undefined)} />}
    </Page>
  )
}

function DeleteDialog({ geofence: { id, name }, onClose }: { geofence: Geofence; onClose: () => void }) {
  const { t } = useTranslation(['geofences', 'common'])
  const { mutate, isPending } = useChange(
    () => unwrap(api.DELETE('/api/v1/geofences/{id}', { params: { path: { id } } })),
    useReread(GEOFENCES_KEY, 'alert-rules'),
    { done: () => t('done.delete', { name }), then: onClose },
  )
  return (
    <AskDialog
      title={t('delete.title', { name })}
      icon={Trash2}
      tone="error"
      isAlert
      keepLabel={t('common:actions.cancel')}
      act={{ label: t('actions.delete'), icon: Trash2, isDanger: true, isPending, onAct: () => mutate(undefined) }}
      onClose={onClose}
    >
      {t('delete.text')}
    </AskDialog>
  )
}
