import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../components/layout/index.js'
import { NONE } from '../../../lib/format/none.js'
import type { DeviceDelivery } from '../device.js'

/**
 * Shows the device's present owner, and its tracker ID if it differs from the delivered one. They are shown because a
 * delivery itself does not change a device.
 */
export function HeldBy({
  delivery: { held_by: holder, tracker_id: delivered, device_tracker_id: now },
}: {
  delivery: DeviceDelivery
}) {
  const { t } = useTranslation('devices')
  if (holder === null) return NONE
  if (delivered === null || delivered === now) return holder
  return (
    <Box sx={{ lineHeight: '18px' }}>
      {holder}
      <Text size="caption" tone="warning">
        {now === null ? t('deliveries.differs.imei') : t('deliveries.differs.other', { name: now })}
      </Text>
    </Box>
  )
}
