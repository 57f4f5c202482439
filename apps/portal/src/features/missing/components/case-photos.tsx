import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Hint } from '../../../components/layout/index.js'
import { Photos } from '../../../components/photos.js'
import { PhotosField } from '../../returns/index.js'
import { type CaseRoom, caseWrites, loadCasePhoto, useCaseWrite } from '../case-queries.js'

/**
 * Photos of the vehicle. They also appear in the evidence PDF and on the page that a shared link opens. An ended case keeps its
 * photos.
 */
export function CasePhotos({ room }: { room: CaseRoom }) {
  const { t } = useTranslation('missing')
  const { case: one, photos } = room
  const [removed, setRemoved] = useState<number>()
  const add = useCaseWrite(caseWrites.addPhotos, { done: () => t('photos.added') })
  const isOpen = one.state === 'open'
  const gallery = (
    <Photos
      subject={`case-${one.id}`}
      photos={photos}
      load={(photoId, signal) => loadCasePhoto(one.id, photoId, signal)}
      onRemove={isOpen ? setRemoved : undefined}
    />
  )
  if (!isOpen) return gallery
  return (
    <>
      <PhotosField
        photos={[]}
        sent={photos.length}
        isBusy={add.isPending}
        onChange={(chosen) => add.mutate({ id: one.id, photos: chosen })}
      >
        {gallery}
      </PhotosField>
      {removed !== undefined && <RemoveDialog id={one.id} photoId={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

function RemoveDialog({ id, photoId, onClose }: { id: number; photoId: number; onClose: () => void }) {
  const { t } = useTranslation('missing')
  const remove = useCaseWrite(caseWrites.removePhoto, { done: () => t('photos.removed'), then: onClose })
  return (
    <AskDialog
      isAlert
      icon={ImageOff}
      tone="error"
      title={t('photos.removeTitle')}
      onClose={onClose}
      act={{
        label: t('photos.remove'),
        onAct: () => remove.mutate({ id, photoId }),
        isPending: remove.isPending,
        isDanger: true,
      }}
    >
      <Hint>{t('photos.removeText')}</Hint>
    </AskDialog>
  )
}
