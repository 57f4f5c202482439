import ButtonBase from '@mui/material/ButtonBase'
import Dialog from '@mui/material/Dialog'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlobAddress } from '../lib/use-blob-address.js'
import { vars } from '../theme/components/vars.js'
import { Row } from './layout/index.js'
import { TooltipIconButton } from './tooltip-icon-button.js'

const SIDE_PX = 84
const Small = styled('img')(({ theme }) => ({
  display: 'block',
  width: SIDE_PX,
  height: SIDE_PX,
  objectFit: 'cover',
  border: `1px solid ${vars(theme).divider}`,
  borderRadius: 8,
}))
const Frame = styled(ButtonBase)({ borderRadius: 8 })
const Large = styled('img')({ display: 'block', maxWidth: '100%', minHeight: 0, objectFit: 'contain' })
const Corner = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 8,
  right: 8,
  display: 'flex',
  gap: theme.spacing(1),
  '& .MuiIconButton-root': { backgroundColor: vars(theme).background.paper },
}))

interface PhotosProps {
  /** Subject of the photos, as part of their query keys. */
  subject: string
  photos: readonly { id: number; place: number }[]
  /**
   * Fetches a photo. The address of an `<img>` would not work, because the browser sends neither the caller's token nor the
   * secret of a link with its request.
   */
  load: (id: number, signal: AbortSignal) => Promise<Blob>
  /** Removes a photo. Omitted if photos cannot be removed. */
  onRemove?: ((id: number) => void) | undefined
}

/** Thumbnails of photos. A press shows a photo as large as the window. */
export function Photos({ photos, ...rest }: PhotosProps) {
  if (photos.length === 0) return null
  return (
    <Row component="ul" wrap>
      {photos.map(({ id, place }) => (
        <li key={id}>
          <Photo {...rest} id={id} number={place} />
        </li>
      ))}
    </Row>
  )
}

type PhotoProps = Omit<PhotosProps, 'photos'> & { id: number; number: number }

function Photo({ subject, id, number, load, onRemove }: PhotoProps) {
  // A photo never changes, so it is never fetched again.
  const { data } = useQuery({
    queryKey: ['photo', subject, id],
    queryFn: ({ signal }) => load(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return <Skeleton variant="rounded" width={SIDE_PX} height={SIDE_PX} />
  return <Fetched photo={data} number={number} onRemove={onRemove && (() => onRemove(id))} />
}

function Fetched({ photo, number, onRemove }: { photo: Blob; number: number; onRemove?: (() => void) | undefined }) {
  const { t } = useTranslation('common')
  const address = useBlobAddress(photo)
  const [isLarge, setIsLarge] = useState(false)
  const label = t('photos.one', { number })
  const close = () => setIsLarge(false)
  const remove = () => {
    close()
    onRemove?.()
  }
  return (
    <>
      <Frame onClick={() => setIsLarge(true)} aria-label={t('photos.open', { number })}>
        <Small src={address} alt={label} />
      </Frame>
      <Dialog open={isLarge} onClose={close} maxWidth="lg" slotProps={{ paper: { 'aria-label': label } }}>
        <Corner>
          {onRemove && <TooltipIconButton label={t('photos.remove', { number })} icon={Trash2} onClick={remove} />}
          <TooltipIconButton label={t('actions.close')} icon={X} onClick={close} />
        </Corner>
        <Large src={address} alt={label} />
      </Dialog>
    </>
  )
}
