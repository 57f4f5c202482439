import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Cpu, ScanLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Fill, Stack } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { devicesQuery } from '../queries/install-queries.js'
import { Card } from './card.js'

/** The tracker that was taken, and the way to another one. */
export function DeviceCard({ imei, onRescan }: { imei: string; onRescan: () => void }) {
  const { t } = useTranslation(['installMobile', 'install'])
  const { data } = useQuery(devicesQuery(imei))
  const device = data?.devices.find((one) => one.imei === imei)
  return (
    <Card>
      <Stack gap={0} tone="moving">
        <Cpu size={20} />
      </Stack>
      <Fill>
        <Box sx={{ fontSize: 13, fontWeight: 600, fontVariantNumeric: 'tabular-nums', letterSpacing: '-0.01em' }}>
          {formatImei(imei)}
        </Box>
        {device && (
          <Text size="caption" tone="secondary" breaks>
            {[device.model, device.blocked === null ? t('install:device.free') : device.entity_name].filter(Boolean).join(' · ')}
          </Text>
        )}
      </Fill>
      <Button startIcon={<ScanLine />} onClick={onRescan} sx={{ flex: 'none', minHeight: 44, px: 1.25 }}>
        {t('scan.again')}
      </Button>
    </Card>
  )
}
