import { queryOptions, useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../components/ask-dialog.js'
import { Hint } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { Photos } from '../../components/photos.js'
import { api, dataOf, unwrap } from '../../lib/api/api-client.js'
import { usePermission } from '../../lib/session/session.js'
import { toBase64 } from '../../lib/api/packed-file.js'
import { PhotosField } from '../returns/index.js'

const KEY = 'vehicle-photos'

const photosQuery = (id: number) =>
  queryOptions({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/entities/{id}/photos', { params: { path: { id } }, signal })),
  })

const load = (id: number, photoId: number, signal: AbortSignal) =>
  unwrap(api.GET('/api/v1/entities/{id}/photos/{photoId}', { params: { path: { id, photoId } }, parseAs: 'blob', signal }))

async function add(id: number, photos: readonly Blob[]): Promise<void> {
  for (const photo of photos) {
    const body = { content: await toBase64(photo) }
    await unwrap(api.POST('/api/v1/entities/{id}/photos', { params: { path: { id } }, body }))
  }
}

/** Photos of a vehicle, on its page and in print. */
export function VehiclePhotos({ entityId }: { entityId: number }) {
  const { t } = useTranslation('entities')
  const mayUpdate = usePermission('update:entity')
  const { data: photos = [] } = useQuery(photosQuery(entityId))
  const [removed, setRemoved] = useState<number>()
  const reread = useReread(KEY)
  const { mutate, isPending } = useChange((chosen: readonly Blob[]) => add(entityId, chosen), reread, {
    done: () => t('photos.added'),
  })
  const gallery = (
    <Photos
      subject={`vehicle-${entityId}`}
      photos={photos}
      load={(photoId, signal) => load(entityId, photoId, signal)}
      onRemove={mayUpdate ? setRemoved : undefined}
    />
  )
  if (!mayUpdate) return photos.length > 0 ? gallery : <Hint>{t('photos.none')}</Hint>
  return (
    <>
      <PhotosField photos={[]} sent={photos.length} isBusy={isPending} onChange={mutate}>
        {gallery}
      </PhotosField>
      {removed !== undefined && <RemoveDialog entityId={entityId} photoId={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

interface RemoveDialogProps {
  entityId: number
  photoId: number
  onClose: () => void
}

function RemoveDialog({ entityId, photoId, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('entities')
  const { mutate, isPending } = useChange(
    () => unwrap(api.DELETE('/api/v1/entities/{id}/photos/{photoId}', { params: { path: { id: entityId, photoId } } })),
    useReread(KEY),
    { done: () => t('photos.removed'), then: onClose },
  )
  return (
    <AskDialog
      isAlert
      icon={ImageOff}
      tone="error"
      title={t('photos.removeTitle')}
      onClose={onClose}
      act={{ label: t('photos.remove'), onAct: () => mutate(undefined), isPending, isDanger: true }}
    >
      <Hint>{t('photos.removeText')}</Hint>
    </AskDialog>
  )
}
