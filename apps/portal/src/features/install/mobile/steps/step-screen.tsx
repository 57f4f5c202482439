import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { ScanLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../../components/layout/layout.js'
import { Text } from '../../../../components/layout/text.js'
import { useColorWord } from '../../../../lib/format/use-color-word.js'
import { DetailsFields } from '../../components/details-section.js'
import { ImeiField } from '../../components/fields/device-field.js'
import { TargetFields } from '../../components/target-section.js'
import { KindFields, LookFields, NameField, NumberFields } from '../../components/vehicle-section.js'
import { TYPES } from '../../form/install-form.js'
import type { InstallFormApi } from '../../form/use-fields.js'
import type { Presets } from '../../use-presets.js'
import { Card, DeviceCard, PresetCard } from '../cards.js'
import type { Step } from './steps.js'
import { joined } from '../../../../lib/format/joined.js'

interface StepScreenProps {
  step: Step
  form: InstallFormApi
  presets: Presets
  onPresets: () => void
  onScan: () => void
}

/** Shows the fields of one step. */
export function StepScreen({ step, form, presets, onPresets, onScan }: StepScreenProps) {
  const { t } = useTranslation(['installMobile', 'install'])
  const heading = useRef<HTMLHeadingElement>(null)
  const imei = useWatch({ control: form.control, name: 'imei' })
  useEffect(() => {
    // Opens the keyboard for a field that must be typed.
    if (step === 'vehicle' && form.getValues('name') === '') form.setFocus('name')
    else heading.current?.focus({ preventScroll: true })
  }, [step, form])
  return (
    <Stack>
      <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
        {t(`install:${step}.title`)}
      </Typography>
      {imei !== '' && (step === 'target' || step === 'vehicle') && <DeviceCard imei={imei} onRescan={onScan} />}
      {(step === 'target' || step === 'vehicle') && <PresetCard presets={presets} onOpen={onPresets} />}
      {step === 'target' && <TargetFields form={form} />}
      {step === 'device' && (
        <>
          <ImeiField form={form} hasScan={false} />
          <Button size="large" startIcon={<ScanLine size={18} />} onClick={onScan}>
            {t('scan.open')}
          </Button>
        </>
      )}
      {step === 'vehicle' && <VehicleStep form={form} isFromPreset={presets.importedId !== undefined} />}
      {step === 'details' && <DetailsFields form={form} />}
    </Stack>
  )
}

interface VehicleStepProps {
  form: InstallFormApi
  isFromPreset: boolean
}

/** Shows the preset's values in one line, so that the user fills in only the data of this vehicle. */
function VehicleStep({ form, isFromPreset }: VehicleStepProps) {
  const { t } = useTranslation(['installMobile', 'map'])
  const colorWord = useColorWord()
  const [isWhole, setWhole] = useState(false)
  const [type, brand, model, color] = useWatch({ control: form.control, name: ['vehicle_type', 'brand', 'model', 'color'] })
  const isShort = isFromPreset && !isWhole && type !== '' && brand !== ''
  const typeWord = TYPES.find((one) => one === type)
  return (
    <>
      <NameField form={form} />
      {!isShort && <KindFields form={form} />}
      <NumberFields form={form} />
      {isShort ? (
        <Card act={{ label: t('change'), onAct: () => setWhole(true) }}>
          <Text breaks grow>
            {joined([typeWord && t(`map:vehicleTypes.${typeWord}`), brand, model, colorWord(color)])}
          </Text>
        </Card>
      ) : (
        <LookFields form={form} />
      )}
    </>
  )
}
