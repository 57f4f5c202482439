import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck, Cpu, type LucideIcon, ScanLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { Fill, Row } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { useSummaries } from '../components/use-summaries.js'
import type { InstallForm } from '../form/install-form.js'
import { countOf } from '../preset.js'
import { devicesQuery, presetsQuery } from '../queries/install-queries.js'
import type { Presets } from '../use-presets.js'
import { joined } from '../../../lib/format/joined.js'

interface CardProps {
  children: ReactNode
  /** Action of the card. */
  act: { label: string; icon?: LucideIcon; onAct: () => void }
}

/** One line of facts with an action. */
export const Card = ({ children, act: { label, icon: Sign, onAct } }: CardProps) => (
  <Row ground="paper" gap={1.25} pad={[1, 1.5]} leastPx={60}>
    {children}
    <Button
      variant={Sign ? 'outlined' : 'text'}
      startIcon={Sign && <Sign />}
      onClick={onAct}
      sx={{ flex: 'none', minHeight: 44, px: 1.25, ...(!Sign && { color: 'primary.main', fontWeight: 600 }) }}
    >
      {label}
    </Button>
  </Row>
)

/** Shows the chosen tracker, with a button to scan another one. */
export function DeviceCard({ imei, onRescan }: { imei: string; onRescan: () => void }) {
  const { t } = useTranslation(['installMobile', 'install'])
  const { data } = useQuery(devicesQuery(imei))
  const device = data?.devices.find((one) => one.imei === imei)
  return (
    <Card act={{ label: t('scan.again'), icon: ScanLine, onAct: onRescan }}>
      <Icon icon={Cpu} tone="moving" size={20} />
      <Fill>
        <Text size="dense" weight="strong" tabular>
          {formatImei(imei)}
        </Text>
        {device && (
          <Text size="caption" tone="secondary" breaks>
            {joined([device.model, device.blocked === null ? t('install:device.free') : device.entity_name])}
          </Text>
        )}
      </Fill>
    </Card>
  )
}

/** Shows the offered or applied preset. Its name opens the list of all presets. */
export function PresetCard({ presets, onOpen }: { presets: Presets; onOpen: () => void }) {
  const { t } = useTranslation(['installMobile', 'install'])
  const { data = [] } = useQuery(presetsQuery)
  const preset = data.find(({ id }) => id === (presets.importedId ?? presets.chosenId)) ?? data[0]
  if (!preset) return null
  const isImported = preset.id === presets.importedId
  const act = isImported
    ? { label: t('presets.change'), onAct: onOpen }
    : { label: t('install:preset.import'), onAct: () => presets.importPreset(preset) }
  return (
    <Card act={act}>
      <Icon icon={isImported ? BookmarkCheck : Bookmark} tone={isImported ? 'moving' : 'secondary'} size={20} />
      <ButtonBase
        aria-label={t('presets.choose', { name: preset.name })}
        onClick={onOpen}
        sx={{ flex: 1, minWidth: 0, minHeight: 44, display: 'block', textAlign: 'start', borderRadius: '8px' }}
      >
        <Text size="body" weight="medium" breaks>
          {preset.name}
        </Text>
        <Text size="caption" tone="secondary">
          {isImported ? t('presets.imported') : t('presets.fields', { count: countOf(preset) })}
        </Text>
      </ButtonBase>
    </Card>
  )
}

/** Summarises the optional details, with a button to change them. */
export function DetailsCard({ form, onOpen }: { form: InstallForm; onOpen: () => void }) {
  const { t } = useTranslation('installMobile')
  const { details } = useSummaries(form)
  return (
    <Box sx={{ mt: 2 }}>
      <Card act={{ label: t('change'), onAct: onOpen }}>
        <Fill>
          <Text size="body" weight="medium">
            {t('steps.details')}
          </Text>
          <Text size="caption" tone="secondary" breaks>
            {details}
          </Text>
        </Fill>
      </Card>
    </Box>
  )
}
