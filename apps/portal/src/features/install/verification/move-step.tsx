import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MapPinCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Fill, ListRow, Stack } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { SoftTile } from '../../../components/soft-tile.js'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { errorReason } from '../../../lib/api/error-text.js'
import { verificationKey } from './verification-queries.js'

/** Thrown if the phone's location is not permitted or not available. */
class PlaceUnknown extends Error {}

const SIZES = {
  large: { gap: 2, tile: 52, subject: 28, name: 'title', word: 'body', button: 'large' },
  panel: { gap: 1.5, tile: 36, subject: 18, name: 'body', word: 'caption', button: 'medium' },
} as const

/** Step in which a user beside the vehicle confirms that a tracker from a customer's vehicle is now on this one (G-107). */
export function MoveStep({ entityId, size }: { entityId: number; size: keyof typeof SIZES }) {
  const { t } = useTranslation('verification')
  const { t: tErrors } = useTranslation('errors')
  const queries = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => {
      const body = await placeOfPhone()
      const params = { path: { id: entityId } }
      return (await unwrap(api.POST('/api/v1/install-devices/verification/{id}/moved', { params, body }))).data
    },
    onSuccess: async ({ moved }) => {
      if (!moved) return
      void queries.invalidateQueries({ queryKey: ['entities'] })
      await queries.invalidateQueries({ queryKey: verificationKey(entityId) })
    },
  })
  const { gap, tile, subject, name, word, button } = SIZES[size]
  return (
    <ListRow component="li" gap={gap} pad={[gap - 0.5, 0]} align="start">
      <SoftTile tone="quiet" size={tile}>
        <MapPinCheck size={subject} />
      </SoftTile>
      <Fill>
        <Stack gap={1}>
          <Text size={name} weight="strong">
            {t('move.title')}
          </Text>
          <Text size={word} tone="secondary" breaks>
            {t('move.text')}
          </Text>
          <Button variant="contained" size={button} loading={isPending} onClick={() => mutate()}>
            {t('move.beside')}
          </Button>
          {data?.moved === false && <Alert severity="info">{t('move.notShown')}</Alert>}
          {error && (
            <Alert severity="error">{error instanceof PlaceUnknown ? t('move.placeUnknown') : errorReason(error, tErrors)}</Alert>
          )}
        </Stack>
      </Fill>
    </ListRow>
  )
}

/**
 * Returns the phone's location, measured now.
 * @throws PlaceUnknown
 */
const placeOfPhone = () =>
  new Promise<{ latitude: number; longitude: number; accuracy_m: number }>((resolve, reject) => {
    // Undefined if the page is not served over https. @source W3C Geolocation, 6.1
    const phone = navigator.geolocation as Geolocation | undefined
    if (!phone) {
      reject(new PlaceUnknown())
      return
    }
    phone.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy_m: accuracy }),
      () => reject(new PlaceUnknown()),
      { enableHighAccuracy: true, maximumAge: 0, timeout: 20_000 },
    )
  })
