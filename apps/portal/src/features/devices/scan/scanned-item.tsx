import Box from '@mui/material/Box'
import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, X, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Fill, Span, Text } from '../../../components/layout/index.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { formatImei } from '../../../lib/format/numbers.js'
import type { Scanned } from './use-scan-list.js'
import type { FoundDevice, ScannedState } from './use-scanned-states.js'

interface Told {
  icon: LucideIcon
  color: string
  text: string
}

interface ScannedItemProps {
  scanned: Scanned
  state: ScannedState
  onRemove: () => void
}

/** One scanned device: its number, what it is, and what will keep it from being linked. */
export function ScannedItem({ scanned: { imei, repeats }, state, onRemove }: ScannedItemProps) {
  const { t } = useTranslation('devices')
  const knownAs = ({ blocked, entity_name, model, business_name }: FoundDevice): Told => {
    if (blocked === 'installed') {
      const text = entity_name === null ? t('refused.elsewhere') : t('scan.onVehicle', { name: entity_name })
      return { icon: CircleAlert, color: 'warning.main', text }
    }
    const facts = [blocked === 'returned' ? t('refused.returned') : undefined, model, business_name]
    return { icon: CircleCheck, color: 'moving.main', text: facts.filter(Boolean).join(' · ') }
  }
  const told = (): Told => {
    if (state.is === 'known') return knownAs(state.device)
    if (state.is === 'checking') return { icon: CircleDashed, color: 'text.secondary', text: t('scan.checking') }
    if (state.is === 'unchecked') return { icon: CircleHelp, color: 'warning.main', text: t('scan.unchecked') }
    return { icon: CircleAlert, color: 'missing.main', text: t('scan.unknown') }
  }
  const { icon: Icon, color, text } = told()
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 0.5, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 'none', display: 'flex', color }}>
        <Icon size={18} />
      </Box>
      <Fill>
        <Text weight="strong" tabular>
          {formatImei(imei)}
        </Text>
        <Text size="caption" tone="secondary" breaks>
          {text}
          {repeats > 0 && <Span tone="warning">{` · ${t('scan.again')}`}</Span>}
        </Text>
      </Fill>
      <TooltipIconButton label={t('scan.remove', { imei: formatImei(imei) })} icon={X} onClick={onRemove} />
    </Box>
  )
}
