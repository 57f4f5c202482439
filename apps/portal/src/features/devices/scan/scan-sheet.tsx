import Box from '@mui/material/Box'
import { Building2, Plus, Volume2, VolumeX } from 'lucide-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Text } from '../../../components/layout/index.js'
import { ActionButton } from '../../../components/action-button.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { counted } from '../../../lib/format/numbers.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { ScannedItem } from './scanned-item.js'
import { TypedImei } from './typed-imei.js'
import type { Scanned } from './use-scan-list.js'
import { useScannedStates } from './use-scanned-states.js'

interface ScanSheetProps {
  scanned: readonly Scanned[]
  typedRef: Ref<HTMLInputElement>
  isMuted: boolean
  onMuted: (isMuted: boolean) => void
  onImei: (imei: string) => void
  onRemove: (imei: string) => void
  onLink: () => void
  /** Registers those that nobody knows. */
  onRegister: (imeis: readonly string[]) => void
}

const UNKNOWN: readonly string[] = []
const scannedImeis = (scanned: readonly Scanned[]) => scanned.map(({ imei }) => imei)

/** Below the camera: what was collected, a way to type, and what to do with all of it. */
export function ScanSheet({ scanned, typedRef, isMuted, onMuted, onImei, onRemove, onLink, onRegister }: ScanSheetProps) {
  const { t } = useTranslation('devices')
  const missingRight = useMissingRight('manage:devices')
  const states = useScannedStates(scannedImeis(scanned))
  const unknown = scanned.length === 0 ? UNKNOWN : scannedImeis(scanned.filter((_one, at) => states[at]?.is === 'unknown'))
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minHeight: 0 }}>
      <Row>
        <Text component="h2" size="title" grow role="status">
          {scanned.length === 0 ? t('scan.none') : t('scan.count', counted(scanned.length))}
        </Text>
        <TooltipIconButton
          label={t(isMuted ? 'scan.soundOn' : 'scan.soundOff')}
          icon={isMuted ? VolumeX : Volume2}
          iconSize={18}
          onClick={() => onMuted(!isMuted)}
        />
      </Row>
      {scanned.length > 0 && (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', overflowY: 'auto', maxHeight: '24vh' }}>
          {scanned.map((one, at) => (
            <ScannedItem
              key={one.imei}
              scanned={one}
              state={states[at] ?? { is: 'checking' }}
              onRemove={() => onRemove(one.imei)}
            />
          ))}
        </Box>
      )}
      <TypedImei inputRef={typedRef} onImei={onImei} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '& > *': { flex: '1 1 auto' } }}>
        {unknown.length > 0 && (
          <ActionButton
            size="large"
            disabledBecause={missingRight}
            startIcon={<Plus size={18} />}
            label={t('scan.register', counted(unknown.length))}
            onClick={() => onRegister(unknown)}
          />
        )}
        <ActionButton
          size="large"
          variant="contained"
          disabledBecause={missingRight ?? (scanned.length === 0 ? t('scan.none') : undefined)}
          startIcon={<Building2 size={18} />}
          label={scanned.length === 0 ? t('actions.link') : t('link.act', counted(scanned.length))}
          onClick={onLink}
        />
      </Box>
    </Box>
  )
}
