import Alert from '@mui/material/Alert'
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
import { counted } from '../../lib/format/numbers.js'
import { useSession } from '../../lib/session/session.js'
import { drawnOf } from '../../map/drawn-area.js'
import { GEOFENCES_KEY } from './geofence.js'
import { PlacesMap } from './places-map.js'

/** Characters that the API takes at once. */
const LARGEST = 900_000

interface Chosen {
  name: string
  text: string
}

/** What is asked of the API: the file, whose it is to be, and how far what says nothing of it reaches. */
interface Wanted {
  text: string
  businessId: number | null
  reachM: number | undefined
}

/** Metres as somebody types them; undefined while it is no number of them. */
const metresOf = (reach: string) => (/^\d{1,6}$/.test(reach.trim()) && Number(reach) >= 5 ? Number(reach) : undefined)

const send = ({ text, businessId, reachM }: Wanted, dryRun: boolean, key: string = crypto.randomUUID()) =>
  dataOf(
    api.POST('/api/v1/geofences/imports', {
      params: { header: once(key) },
      body: { file: text, business_id: businessId, dry_run: dryRun, ...(reachM !== undefined && { reach_m: reachM }) },
    }),
  )

/** Brings places of another system: what would become of each is seen on the map before anything is written. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('geofences')
  const [chosen, setChosen] = useState<Chosen>()
  const [reach, setReach] = useState('100')
  const [businessId, setBusinessId] = useState<number | null>(useSession().user.business_id)
  const wanted = { text: chosen?.text ?? '', businessId, reachM: metresOf(reach) }
  const isTooLarge = (chosen?.text.length ?? 0) > LARGEST
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
  const problem = isTooLarge ? t('import.tooLarge') : refusedFields(trial.error).file
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
          accept=".geojson,.json,.kml,application/geo+json,application/vnd.google-earth.kml+xml"
          loading={trial.isFetching}
          onChoose={([file]) => {
            if (file) void file.text().then((text) => setChosen({ name: file.name, text }))
          }}
        />
        {chosen && (
          <Text weight="strong" breaks role="status">
            {chosen.name}
          </Text>
        )}
        {problem && <Wrong>{problem}</Wrong>}
        <BusinessPicker
          label={t('form.business_id')}
          value={businessId}
          error={refusedFields(trial.error).business_id}
          onChange={setBusinessId}
        />
        <Field
          label={t('import.reach')}
          value={reach}
          errorText={wanted.reachM === undefined ? t('errors.reach') : undefined}
          onChange={({ target }) => setReach(target.value)}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
        {trial.data && <Preview {...trial.data} />}
      </Stack>
    </AskDialog>
  )
}

/** What would become of the file. */
function Preview({ created, failed }: components['schemas']['GeofenceImport']) {
  const { t } = useTranslation('geofences')
  return (
    <>
      {created.length > 0 && <PlacesMap label={t('import.map')} places={created.map(drawnOf)} />}
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
