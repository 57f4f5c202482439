import Box from '@mui/material/Box'
import {
  Building2,
  Plus,
  Volume2,
  VolumeX,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  X,
  type LucideIcon,
} from 'lucide-react'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { Row, Text, Fill, Span } from '../../../components/layout/index.js'
import { ActionButton } from '../../../components/action-button.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { counted, formatImei } from '../../../lib/format/numbers.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { imeiKey, imeiValues } from '../imei-words.js'
import { readImeis } from '../read-imeis.js'
import type { Scanned } from './use-scan-list.js'
import { useScannedStates, type FoundDevice, type ScannedState } from './use-scanned-states.js'
import { joined } from '../../../lib/format/joined.js'

interface ScanSheetProps {
  scanned: readonly Scanned[]
  typedRef: Ref<HTMLInputElement>
  isMuted: boolean
  onMuted: (isMuted: boolean) => void
  onImei: (imei: string) => void
  onRemove: (imei: string) => void
  onLink: () => void
  /** Registers the scanned devices that are not registered yet. */
  onRegister: (imeis: readonly string[]) => void
}

const UNKNOWN: readonly string[] = []
const scannedImeis = (scanned: readonly Scanned[]) => scanned.map(({ imei }) => imei)

/** Lists the scanned devices below the camera, with a field for typing and the actions for all of them. */
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

/** Alternative to the camera: an IMEI that is typed, or read by a hand scanner that sends Enter after it. */
function TypedImei({ inputRef, onImei }: { inputRef: Ref<HTMLInputElement>; onImei: (imei: string) => void }) {
  const { t } = useTranslation('devices')
  const [text, setText] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const add = () => {
    const { imeis, wrong, reasons } = readImeis(text)
    const [reason] = reasons
    imeis.forEach(onImei)
    setText(wrong.join('; '))
    if (wrong.length === 0 && imeis.length > 0) setTrouble(undefined)
    else setTrouble(reason ? t(imeiKey(reason), imeiValues(reason)) : t('scan.typedWrong'))
  }
  return (
    <Row
      component="form"
      align="start"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Field
        fullWidth
        hiddenLabel
        inputRef={inputRef}
        value={text}
        placeholder={t('scan.type')}
        errorText={trouble}
        onChange={({ target }) => {
          setText(target.value)
          setTrouble(undefined)
        }}
        slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off', 'aria-label': t('scan.type') } }}
      />
      <ActionButton type="submit" sx={{ flex: 'none', minHeight: { xs: 44, md: 36 } }} label={t('scan.add')} />
    </Row>
  )
}

interface ItemNote {
  icon: LucideIcon
  color: string
  text: string
}

interface ScannedItemProps {
  scanned: Scanned
  state: ScannedState
  onRemove: () => void
}

/** Shows one scanned device: IMEI, state, and any obstacle to linking it. */
function ScannedItem({ scanned: { imei, repeats }, state, onRemove }: ScannedItemProps) {
  const { t } = useTranslation('devices')
  const knownAs = ({ blocked, entity_name, model, business_name }: FoundDevice): ItemNote => {
    if (blocked === 'installed') {
      const text = entity_name === null ? t('refused.elsewhere') : t('scan.onVehicle', { name: entity_name })
      return { icon: CircleAlert, color: 'warning.main', text }
    }
    const facts = [blocked === 'returned' ? t('refused.returned') : undefined, model, business_name]
    return { icon: CircleCheck, color: 'moving.main', text: joined(facts) }
  }
  const told = (): ItemNote => {
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
