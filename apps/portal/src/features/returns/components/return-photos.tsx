import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Dialog from '@mui/material/Dialog'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout/index.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import type { Return } from '../queries/return-changes.js'
import { photoQuery } from '../queries/return-queries.js'
import { useBlobAddress } from '../use-blob-address.js'

/** The photos of a return, small; each opens as large as the window. */
export function ReturnPhotos({ one }: { one: Return }) {
  if (one.photos.length === 0) return null
  return (
    <Row component="ul" wrap>
      {one.photos.map(({ id, place }) => (
        <li key={id}>
          <Photo returnId={one.id} id={id} number={place} />
        </li>
      ))}
    </Row>
  )
}

/** It is fetched with the caller's token, which an image's address does not carry. */
function Photo({ returnId, id, number }: { returnId: number; id: number; number: number }) {
  const { data } = useQuery(photoQuery(returnId, id))
  if (!data) return <Skeleton variant="rectangular" width={84} height={84} sx={{ borderRadius: '8px' }} />
  return <Fetched photo={data} number={number} />
}

function Fetched({ photo, number }: { photo: Blob; number: number }) {
  const { t } = useTranslation(['returns', 'common'])
  const address = useBlobAddress(photo)
  const [isLarge, setIsLarge] = useState(false)
  const label = t('photos.one', { number })
  return (
    <>
      <ButtonBase onClick={() => setIsLarge(true)} aria-label={t('photos.open', { number })} sx={{ borderRadius: '8px' }}>
        <Box
          component="img"
          src={address}
          alt={label}
          sx={{
            ...{ display: 'block', width: 84, height: 84, objectFit: 'cover' },
            border: 1,
            borderColor: 'divider',
            borderRadius: '8px',
          }}
        />
      </ButtonBase>
      <Dialog open={isLarge} onClose={() => setIsLarge(false)} maxWidth="lg" slotProps={{ paper: { 'aria-label': label } }}>
        <TooltipIconButton
          label={t('common:actions.close')}
          icon={X}
          onClick={() => setIsLarge(false)}
          sx={{
            ...{ position: 'absolute', top: 8, right: 8 },
            bgcolor: 'background.paper',
            '&:hover': { bgcolor: 'background.paper' },
          }}
        />
        <Box
          component="img"
          src={address}
          alt={label}
          sx={{ display: 'block', maxWidth: '100%', minHeight: 0, objectFit: 'contain' }}
        />
      </Dialog>
    </>
  )
}
