import useMediaQuery from '@mui/material/useMediaQuery'
import { styled } from '@mui/material/styles'
import { FileUp, Pencil, Plus, Shapes, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { AskDialog } from '../../components/ask-dialog.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { Page } from '../../components/page.js'
import { Ago } from '../../components/time/time.js'
import { ViewTabs } from '../../components/view-tabs.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { NONE } from '../../lib/format/none.js'
import { formatCount } from '../../lib/format/numbers.js'
import { useScreenAddress } from '../../lib/screen-address.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { GEOFENCES_KEY } from '../../map/geofences/geofence-query.js'
import { vars } from '../../theme/components/vars.js'
import { choicesOf, defineList, listOf, ListTable, type RowAction } from '../../table/index.js'
import { GeofenceEditor } from './editor/geofence-editor.js'
import { type Geofence, KINDS } from './geofence.js'
import { ImportDialog } from './import-dialog.js'
import { ListMap } from './list-map.js'

const Limit = ({ kph }: { kph: number }) => useTranslation('geofences').t('note.kph', { limit: kph })

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
      // Marks the reach of a line with ±, because it applies to both sides.
      render: ({ reach_m: reach, kind }) =>
        reach === null ? NONE : `${kind === 'corridor' ? '±' : ''}${formatCount(Math.round(reach))} m`,
    },
    limit_kph: { isNumeric: true, render: ({ limit_kph: limit }) => (limit === null ? NONE : <Limit kph={limit} />) },
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

const VIEWS = ['list', 'map'] as const
/** Minimum window width for the table's columns beside a map. */
const ROOM_FOR_BOTH = '(min-width: 1200px)'

/** List and map of the places used by alert rules. The URL contains the view and the geofence in the editor. */
export function Component() {
  const { form, closeForm } = useScreenAddress({ row: 'geofence', views: VIEWS })
  const missingRight = useMissingRight('manage:alerts')
  if (form && missingRight === undefined) return <GeofenceEditor key={form.id ?? 'new'} id={form.id} onClose={closeForm} />
  return <Geofences missingRight={missingRight} />
}

function Geofences({ missingRight }: { missingRight: string | undefined }) {
  const { t } = useTranslation('geofences')
  const { view, change, openId, create, edit } = useScreenAddress({ row: 'geofence', views: VIEWS })
  const hasRoom = useMediaQuery(ROOM_FOR_BOTH, { noSsr: true })
  const [removed, setRemoved] = useState<Geofence>()
  const [isImporting, setIsImporting] = useState(false)
  const [pointed, setPointed] = useState<number>()
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
  const map = <ListMap highlightedId={pointed ?? openId} />
  return (
    <Page title={t('screen.title')} meta={t('screen.purpose')} isFilling actions={begin}>
      <ViewTabs
        label={t('views.label')}
        views={VIEWS}
        view={view}
        titleOf={(one) => t(`views.${one}`)}
        onView={(next) => change({ view: next === 'list' ? undefined : next })}
      />
      {view === 'map' ? (
        <Whole>{map}</Whole>
      ) : (
        <Both>
          <ListTable
            {...geofences}
            onOpen={({ id }) => {
              if (missingRight === undefined) edit(id)
            }}
            onPoint={(row) => setPointed(row?.id)}
            actionsOf={actionsOf}
          />
          {hasRoom && <Whole>{map}</Whole>}
        </Both>
      )}
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
      {removed && <DeleteDialog geofence={removed} onClose={() => setRemoved(undefined)} />}
    </Page>
  )
}

/** Map that fills the available space. */
const Whole = styled('div')(({ theme }) => ({
  position: 'relative',
  flex: 1,
  minHeight: '62dvh',
  overflow: 'hidden',
  borderRadius: 10,
  border: `1px solid ${vars(theme).divider}`,
  [theme.breakpoints.up('md')]: { minHeight: 0 },
}))
/** List with the map beside it if both fit. */
const Both = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('md')]: { display: 'flex', flex: 1, minHeight: 0, gap: theme.spacing(2) },
  '& > :first-of-type': { flex: '3 1 0' },
  '& > :nth-of-type(2)': { flex: '2 1 0' },
}))

function DeleteDialog({ geofence: { id, name }, onClose }: { geofence: Geofence; onClose: () => void }) {
  const { t } = useTranslation(['geofences', 'common'])
  const { mutate, isPending } = useChange(
    () => unwrap(api.DELETE('/api/v1/geofences/{id}', { params: { path: { id } } })),
    useReread(GEOFENCES_KEY, 'alert-rules', 'alert-rule-previews', 'alerts'),
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
