import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import { Camera, ImagePlus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChooseFiles } from '../../../components/choose-files.js'
import { Row, Stack, Span, Text } from '../../../components/layout/index.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { useIsNarrow } from '../../../lib/use-is-narrow.js'
import { redrawn } from '../photo.js'
import { useBlobAddress } from '../../../lib/use-blob-address.js'

const MOST = 5
const TYPES = 'image/jpeg,image/png,image/webp'

interface PhotosFieldProps {
  photos: readonly Blob[]
  onChange: (photos: readonly Blob[]) => void
  /** Number of photos that were sent before. They are shown as children. */
  sent?: number
  isBusy?: boolean
  children?: ReactNode
}

/**
 * Field for up to five photos from the camera or from files. Each photo is redrawn as soon as it is added, so that the
 * preview shows exactly what will be sent.
 */
export function PhotosField({ photos, onChange, sent = 0, isBusy: isSending = false, children }: PhotosFieldProps) {
  const { t } = useTranslation(['returns', 'common'])
  const isNarrow = useIsNarrow()
  const [error, setError] = useState<string>()
  const [isDrawing, setIsBusy] = useState(false)
  const isBusy = isDrawing || isSending
  const count = sent + photos.length
  const room = MOST - count

  const take = async (files: File[]) => {
    setIsBusy(true)
    const drawn = await Promise.allSettled(files.slice(0, room).map(redrawn))
    setIsBusy(false)
    const good = drawn.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const isBad = good.length < drawn.length
    setError(isBad ? t('photos.unreadable') : files.length > room ? t('photos.tooMany', { count: MOST }) : undefined)
    if (good.length > 0) onChange([...photos, ...good])
  }
  const ways = {
    accept: TYPES,
    disabled: room === 0,
    loading: isBusy,
    onChoose: (files: File[]) => void take(files),
  }
  return (
    <Stack component="fieldset" gap={1}>
      <Text component="legend" size="dense" weight="medium">
        {t('photos.label')}{' '}
        <Span tone="tertiary" weight="regular">
          {t('photos.count', { count, most: MOST })}
        </Span>
      </Text>
      {children}
      {photos.length > 0 && (
        <Row component="ul" wrap>
          {photos.map((photo, at) => (
            <Thumbnail
              key={at}
              photo={photo}
              label={t('common:photos.one', { number: at + 1 })}
              removeLabel={t('common:photos.remove', { number: at + 1 })}
              onRemove={() => onChange(photos.filter((one) => one !== photo))}
            />
          ))}
        </Row>
      )}
      <Row wrap>
        {isNarrow && <ChooseFiles {...ways} label={t('photos.take')} icon={<Camera />} capture="environment" />}
        <ChooseFiles {...ways} label={t('photos.choose')} icon={<ImagePlus />} multiple />
      </Row>
      <FormHelperText error={error !== undefined} role={error ? 'alert' : undefined}>
        {error ?? t('photos.hint')}
      </FormHelperText>
    </Stack>
  )
}

interface ThumbnailProps {
  photo: Blob
  label: string
  removeLabel: string
  onRemove: () => void
}

function Thumbnail({ photo, label, removeLabel, onRemove }: ThumbnailProps) {
  const address = useBlobAddress(photo)
  return (
    <Box component="li" sx={{ position: 'relative', flex: 'none' }}>
      <Box
        component="img"
        src={address}
        alt={label}
        sx={{
          display: 'block',
          width: 84,
          height: 84,
          objectFit: 'cover',
          borderRadius: '8px',
          border: 1,
          borderColor: 'divider',
        }}
      />
      <TooltipIconButton
        label={removeLabel}
        icon={X}
        size="small"
        onClick={onRemove}
        sx={{
          position: 'absolute',
          top: 4,
          right: 4,
          width: 28,
          height: 28,
          bgcolor: 'background.paper',
          '&:hover': { bgcolor: 'background.paper' },
        }}
      />
    </Box>
  )
}
