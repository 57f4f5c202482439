import Alert from '@mui/material/Alert'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { FileUp, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { AskDialog } from '../../components/ask-dialog.js'
import { BusinessPicker } from '../../components/businesses/business-picker.js'
import { ChooseFiles } from '../../components/choose-files.js'
import { Field } from '../../components/field.js'
import { Bullets, Hint, Stack, Text, Wrong } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { refusedFields } from '../../lib/api/api-error.js'
import { once } from '../../lib/api/headers.js'
import type { components } from '../../lib/api/schema.js'
import { counted, formatCount } from '../../lib/format/numbers.js'
import { packedFile } from '../../lib/api/packed-file.js'
import { useSession } from '../../lib/session/session.js'
import { drawnOf } from '../../map/drawn-area.js'
import { GEOFENCES_KEY } from '../../map/geofences/geofence-query.js'
import { PlacesMap } from './places-map.js'

/** Maximum number of characters that the API accepts. */
const LARGEST = 900_000

interface Chosen {
  name: string
  /** The file's bytes as base64. The API detects file type and encoding. */
  content: string
}

/** Request to the API: the file, the owner, and the reach of places for which the file states none. */
interface Wanted {
  content: string
  isLatitudeFirst: boolean
  businessId: number | null
  reachM: number | undefined
}

/** Parses typed metres. Undefined if they are not valid. */
const metresOf = (reach: string) => (/^\d{1,6}$/.test(reach.trim()) && Number(reach) >= 5 ? Number(reach) : undefined)

const send = ({ content, isLatitudeFirst, businessId, reachM }: Wanted, dryRun: boolean, key: string = crypto.randomUUID()) =>
  dataOf(
    api.POST('/api/v1/geofences/imports', {
      params: { header: once(key) },
      body: {
        content,
        latitude_first: isLatitudeFirst,
        business_id: businessId,
        dry_run: dryRun,
        ...(reachM !== undefined && { reach_m: reachM }),
      },
    }),
  )

/** Imports places from another system. The map shows the result before anything is saved. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('geofences')
  const [chosen, setChosen] = useState<Chosen>()
  const [reach, setReach] = useState('100')
  const [isLatitudeFirst, setIsLatitudeFirst] = useState(false)
  const [businessId, setBusinessId] = useState<number | null>(useSession().user.business_id)
  const wanted = { content: chosen?.content ?? '', isLatitudeFirst, businessId, reachM: metresOf(reach) }
  const isTooLarge = (chosen?.content.length ?? 0) > LARGEST
  const trial = useQuery({
    queryKey: ['geofence-import', chosen?.name, wanted],
    enabled: chosen !== undefined && !isTooLarge,
    queryFn: () => send(wanted, true),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  })
  const { mutate, isPending } = useChange((all: Wanted, key) => send(all, false, key), useReread(GEOFENCES_KEY), {
    done: ({ created }) => t('import.done', counted(created.length)),
    then: onClose,
  })
  const good = trial.data?.created.length ?? 0
  const refused = refusedFields(trial.error)
  const problem = isTooLarge ? t('import.tooLarge') : (refused.content ?? refused.file)
  return (
    <AskDialog
      isSheet
      width={760}
      title={t('import.title')}
      isHeld
      act={{
        label: good > 0 ? t('import.act', counted(good)) : t('import.nothing'),
        icon: Upload,
        isPending,
        isDisabled: good === 0 || trial.isPlaceholderData,
        onAct: () => mutate(wanted),
      }}
      onClose={onClose}
    >
      <Stack gap={2}>
        <Hint>{t('import.hint')}</Hint>
        <ChooseFiles
          label={t('import.choose')}
          icon={<FileUp />}
          accept=".kml,.kmz,.gpx,.geojson,.json,.zip,application/geo+json,application/gpx+xml,application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz"
          loading={trial.isFetching}
          onChoose={([file]) => {
            if (file) void packedFile(file).then((content) => setChosen({ name: file.name, content }))
          }}
        />
        {chosen && (
          <Text weight="strong" breaks role="status">
            {chosen.name}
          </Text>
        )}
        {problem && <Wrong>{problem}</Wrong>}
        <BusinessPicker label={t('form.business_id')} value={businessId} error={refused.business_id} onChange={setBusinessId} />
        <Field
          label={t('import.reach')}
          value={reach}
          errorText={wanted.reachM === undefined ? t('errors.reach') : undefined}
          onChange={({ target }) => setReach(target.value)}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
        <FormControlLabel
          control={<Checkbox checked={isLatitudeFirst} onChange={(_event, next) => setIsLatitudeFirst(next)} />}
          label={t('import.latitudeFirst')}
          slotProps={{ typography: { variant: 'body2' } }}
        />
        {trial.data && <Preview {...trial.data} />}
      </Stack>
    </AskDialog>
  )
}

/** Preview of the import's result. */
function Preview({ created, failed }: components['schemas']['GeofenceImport']) {
  const { t } = useTranslation('geofences')
  const thinned = created.flatMap(({ name, thinned: one }, at) => (one ? [{ at, name, ...one }] : []))
  return (
    <>
      {created.length > 0 && <PlacesMap label={t('import.map')} places={created.map(drawnOf)} />}
      {thinned.length > 0 && (
        <Alert severity="info">
          {t('import.thinned', counted(thinned.length))}
          <Bullets>
            {thinned.map(({ at, name, points, points_before: before, moved_m: moved }) => (
              <li key={at}>
                {t('import.thinning', {
                  name,
                  points: formatCount(points),
                  before: formatCount(before),
                  metres: formatCount(Math.max(1, Math.round(moved))),
                })}
              </li>
            ))}
          </Bullets>
        </Alert>
      )}
      {failed.length > 0 && (
        <Alert severity="warning">
          {t('import.refused', counted(failed.length))}
          <Bullets>
            {failed.map(({ nth, name, message }) => (
              <li key={nth}>{t('import.refusal', { name: name || t('import.nth', { nth }), message })}</li>
            ))}
          </Bullets>
        </Alert>
      )}
    </>
  )
}
